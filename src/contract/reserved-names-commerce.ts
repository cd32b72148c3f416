/** Brands of travel, retail and telecommunications. */
export const commerceNames = `
7eleven accor accorhotels adidas aegean aeroflot aeromexico airasia airbaltic airbnb airbnbsupport aircanada airchina
aireuropa airfrance airindia airnewzealand airtel alaskaairlines albertsons aldi alitalia allegropl allnippon
amcor amtrak argos asda asos att attinternet attsupport attwireless autozone avianca avis aviscarrental bahn
balenciaga bedbathbeyond bellcanada bershka bestbuy bestbuysupport bestwestern bhphoto billa biltema bitegroup
blablacar boeing bookingcom bookingsupport bootsuk britishairways britishtelecom btgroup budgetrentacar bulgari
burberry burgerking burlington cabelas calvinklein carnivalcruise carrefour cartier cathaypacific cdiscount
centurylink chinaairlines chinaeastern chinamobile chinasouthern chinatelecom chipotle choicehotels clubmed cocacola
colruyt comcast comcastsupport costacruises costco coupang cvs cvshealth debijenkorf decathlon deltaair deltaairlines
deutschebahn digicel dillards directv dishnetwork dollargeneral dollartree dominospizza dunkin dunkindonuts easyjet
easyjetsupport edeka edreams eebroadband egyptair elalairlines elcorteingles emirates emirateshotels esprit etihad
etihadairways eurobonus eurocar europcar eurostar eurowings evaair expedia expediasupport familydollar fendi ferrovie
finnair flipkart flixbus flydubai flyingblue foodlion footlocker forever21 fourseasons frenchbee gamestop
generalmotors givenchy groupon gucci handm harrods hellofresh hertz hertzrental hilton hiltonhonors hiltonhotels
hiltonsupport hmgroup hobbylobby holidayinn homedepot homegoods hostelworld hotelscom hotwire hyatt hyatthotels
iberdrola iberia icelandair ihg ikea ikeasupport indigoairlines intercity intermarche interrail itaairways
japanairlines jcpenney jcrew jet2 jetblue jetstar jiomart kaufhof kaufland kesko kfc klm klmairlines koreanair kpn
kroger kuoni lacoste landsend lastminute latam lebara leclerc levis levistrauss lidl lidlplus loreal lotpolish
louisvuitton lowes lowessupport lufthansa lululemon lyca lycamobile lyft lyftsupport macys marriott marriottbonvoy
marriotthotels marshallsstore mcdonalds mediamarkt megabus mercadolibre metropcs michaelkors migros millicom
mintmobile monoprix morrisons movistar msccruises mtn mtngroup mvno myntra netaporter netto newbalance nextretail nike
nikestore nikesupport nordstrom norwegianair ntt nttdocomo o2telefonica ocado ocadosupport officedepot officemax optus
optussupport orangetelecom orbitz oyo oysho pandorajewelry pepsico petco petsmart pizzahut pnp pradastore primark
printemps proximus publix qantas qatarairways quiksilver radisson radissonhotels rakuten ralphlauren reebok
reliancejio rentacar rewe rimi riteaid ritzcarlton rosneft rossmann rostelecom royalcaribbean ryanair ryanairsupport
safeway sainsbury sainsburys saksfifth samsclub sears sephora sephorasupport sfr shein sheinsupport sheraton shoprite
silverairways singtel sixt skyscanner skytelecom skywest smartone snapdeal sncf softbank spargroup spiritairlines
sprintwireless starbucks starbuckscard starhub stockx superdrug swarovski swissair swissairlines swisscom tacobell
tajhotels talktalk target targetcircle targetsupport tchibo tele2 telecomitalia telefonica telenet telenor telia
telkom telstra telstrasupport temu temusupport tesco tescoclubcard tescomobile thaiairways thalys thetrainline
threemobile ticketone tiffanyandco timberland tjmaxx tkmaxx tmobile tmobilesupport tommyhilfiger topshop tractorsupply
traderjoes trainline travelocity tripadvisor trivago trumf tuifly tuigroup tunisair turkcell ulta ultabeauty
underarmour uniqlo unitedairlines unitedsupport usairways uscellular verizon verizonbilling verizonsupport versace
viarail viasat virginactive virginatlantic virginmedia virginmobile virgintrains vodacom vodafone volaris vueling
waitrose walgreens walmart walmartcanada walmartsupport wegmans wendys westelm westjet whirlpool wholefoods
williamsonoma wizzair wizzairsupport woolworths xfinity xfinitysupport yoigo yslbeauty zain zappos zara zarahome ziggo
`;
