/** Authorities, courts, police and international bodies. */
export const governmentNames = `
agency ambassador ambassadors amtsgericht armedforces arrestwarrant artscouncil asylum asylumoffice atf auditoffice
bafin ballot barassociation bka bnd borderagency bordercontrol borderpatrol bundesamt bundesbank bundesgericht
bundeskanzler bundespolizei bundestag bundeswehr bureau cabinetoffice cbp cdc census censusbureau centralbank
chancellery chancellor childsupport cia cisa citizenadvice citizenship citycouncil cityhall cityoffice civildefence
civildefense civilservice cnil coastguard companieshouse comptroller congress congressional congressman congresswoman
constable consul consular consulate consulates corrections councillor councilman councils countyclerk countycourt
countyoffice court courtclerk courthouse courtnotice courts courtsummons criminalcourt customs customsduty
customsoffice customsofficer cybercommand cybercrime cyberpolice dataauthority dea delegation democrats deportation
dhs diplomat diplomatic diplomats districtcourt dmv dod doj drivinglicence drivinglicense dvla dvsa ecb election
electionboard electionoffice elections electoral embassies embassy enforcement epa eucommission eucouncil europa
europeancourt europeanunion europol eviction evictionnotice excise exciseoffice extradition fbi fbiagent fca fcc fda
fdic federal federalagent federalbureau federalcourt federalpolice federalreserve fedreserve fema ferc finanzamt
fincen firebrigade firedepartment fireservice foreignaffairs foreignoffice forestservice frontex fsb ftc fugitive gchq
gendarmerie gericht gerichtshof gouvernement gov governance government governments governor govuk grandjury greencard
gsa guardiacivil hacienda headofstate hhs highcommission highcourt hmcourts hmpo hmrc homeaffairs homeoffice
homesecretary houseofcommons houseoflords hud humanrights iaea icc icj ilo imf immigration impots inlandrevenue
inspectorate intelligence interpol irs irsagent irsrefund jobcenter jobcentre judge judicial judiciary juryduty
justice kgb kommune kripo labourministry landgericht landregistry landtag lawenforcement legislation legislator
legislature licensing lordchancellor magistrate magistrates mairie marshals mayoroffice mayorsoffice medicaid medicare
metpolice militaria military militarypolice minister ministere ministerial ministerio ministerium ministers ministry
missingpersons mossad motorvehicles municipal municipality nasa nationalbank nationalguard nationalpolice nato
naturalization ncsc nhtsa nlrb noaa nsa nsc ntsb oecd ofcom ofsted ombudsperson opcw osce osha parliament
parliamentary parliaments parole paroleoffice parquet passport passportoffice passports patentoffice pentagon
permitoffice police policecheck policechief policeofficer policestation policia policja politician polizei polizia
prefecture prefet presidency president presidente presidential primeminister prison privycouncil probation procurator
prosecution prosecutor prosecutors publicdefender publicrecords publicsafety publicsector publicservice rathaus
recordsoffice redcross referendum refugee refugees regierung registryoffice regulator regulators regulatory reichstag
republicans revenue revenueservice royalfamily royalmint sanctions sba scotlandyard searchwarrant secretary
secretservice senate senator senators sheriff sheriffs sheriffsoffice socialsecurity socialservices sozialamt
specialcounsel ssa staatsanwalt standesamt statecapital stateoffice statepolice statesecretary statetax statetroopers
stimulus stimuluscheck subpoena subsidies subsidy summons supremecourt surgeongeneral taxauthority taxcollector
taxinspector townclerk townhall trademinister tradeministry trafficcourt trafficpolice treasuries treasury tribunal
troopers tsa ukgov ukvi unemployment unesco unhcr unicef unitednations unitedstates usaid usattorney uscis usembassy
usgov ushmm usmarshals uspatent uspto usss vatican veterans viceconsul vicepresident visa visaoffice visaservices
voter voting votingoffice warrant welfare whitehouse workpermit workpermits worldbank worldhealth wto zoll zollamt
`;
