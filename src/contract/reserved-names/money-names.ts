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

/** Words of money, markets and cryptocurrencies. */
export const financeNames = `
accountant accounting ach airdrop airdrops altcoin altcoins annuities annuity arbitrage asset assets atm auditors
audits bailout balancesheet bank bankaccount bankaccounts bankalert bankalerts bankcard bankdraft banker bankers
banking bankingsupport bankloan bankmanager bankruptcy banks banksecurity banksupport banktransfer beneficiary bitcoin
bitcoincash bitcoins bitcoinsupport bitcoinwallet blockchain blockchains bookkeeper bookkeeping bridgeloan broker
brokeraccount brokerage brokerages brokers btc btcsupport btcwallet budgetoffice buyback capitalgains capitalmarkets
cardano cardholder cardsecurity cardservices cardsupport cashapp cashback cashier cashtransfer chargeback chargebacks
claimrefund coldstorage coldwallet collections commodities commodity compensation credit creditbureau creditcard
creditcards creditors creditreport creditreports credits creditscore creditunion crypto cryptoadmin cryptobonus
cryptocurrency cryptoexchange cryptofund cryptopayments cryptosupport cryptotrading cryptowallet debit debitcard
debitcards debt debtcollection debtcollector debtrelief debts defi defisupport defiwallet deposit deposits derivatives
directdebit directdeposit dividend dividends doge dogecoin ebanking efiling endowment equities equity escrow
escrowagent escrowservice estateplanning etfs eth ethereum etherwallet eurotransfer exchangerate exchangerates
factoring fiat fiduciary finance financeoffice finances financeteam financial financialaid fintech fiscal forex
forextrading fraud fraudalert fraudalerts frauddesk fraudreport fraudteam freecrypto freemoney fund fundmanager
fundraiser fundraising funds fundsrelease fundstransfer fxtrading gasfees giftcard giftcards giveaway giveaways
goldtrading hardwarewallet hedgefund hodl homeloan homeloans hotwallet iban ico indexfund inheritance insolvency
installments instalment interbank interestrate investment investmentbank investmentfund investments investor invoice
invoices invoicing kyc kycteam ledgerbalance lender lenders lending letterofcredit liquidation liquidity litecoin loan
loanapproval loandepartment loanoffer loanofficer loans loanservices lotterywinner margincall marketmaker mergers
microfinance miningpool mobilebanking monero money moneyorder moneytransfer mortgage mortgages mutualfund mutualfunds
netbank netbanking nft nftdrop nftmint nftsupport offshore onlinebanking onlinepayment onlinepayments overdraft
payable payables payday paydayloan paydayloans payee payment paymentalert paymentdesk paymentoffice payments
paymentsupport payout payouts paystub pensionfund pensions polkadot ponzi presale privateequity privatekey privatekeys
prizeclaim profit promissory purchaseorder purchaseorders realestatefund rebate rebates receivables recoveryphrase
reimbursement reimbursements remittance remittances repayment retirementfund revenueoffice riskmanagement
routingnumber savings savingsaccount savingsbonds securities seedphrase seedwallet settlement settlements shareholder
shitcoin smartcontract solana solanasupport stablecoin stablecoins staking stakingrewards statements stockbroker
stockexchange stockmarket stocktrading superannuation swiftcode swifttransfer tax taxaudit taxes taxfiling taxoffice
taxrefund taxrefunds taxreturn taxreturns tether token tokens tokensale tradingdesk transaction transactions
transferagent treasurer trustee trustees trustfund unclaimedfunds underwriter underwriting usdc usdt valuation vat
vatreturn venturecapital wallet walletconnect walletrecovery wallets walletsecurity walletsupport web3 web3support
wiredepartment wirefraud wiretransfer wiretransfers withdrawal withdrawals xmr xrp yieldfarming zcash
`;

/** Banks, exchanges and payment brands. */
export const bankNames = `
1inch aave abanca abnamro absabank activobank adyen affirm afterpay akbank alfabank alipay alipayplus allybank
alphabank amazonpay ameritrade amex amexbank amundi anz anzbank applecard applepay ascendex avantcard avanza axisbank
banamex bancobpm bancochile bancodechile bancodobrasil bancolombia bancopopular bancsabadell bankhapoalim bankia
bankinter bankleumi bankmillennium bankofamerica bankofbaroda bankofchina bankofengland bankofindia bankofireland
bankofmontreal bankofscotland bankofthewest bankpekao bankwest banorte barclaycard barclays barclaysbank bawag bbva
bbvabank bcge becu belfius bendigobank betterment binance binancesupport binanceus bitbuy bitfinex bitflyer bitget
bithumb bitmart bitmex bitpanda bitpay bitso bitstamp bittrex bkash blackrock blockchaincom blockfi blockio bmo
bmoharris bnpparibas boa boursorama bpce bpifrance bradesco brexcard btcmarkets bullish bunq bybit caixabank
caixageral canarabank capitalone cashfree cba celsiusnetwork charlesschwab chasebank chasecard chasesupport
checkoutcom chimebank chinamerchants cibc cimb cimbbank citi citibank citicard citicards citigroup citizensbank
clearbank clydesdalebank coinbase coinbasepro coinbasewallet coincheck coindcx coinex coingecko coinlist coinmama
coinmarketcap coinone coinspot comdirect comerica commbank commerzbank consorsbank cornercard credem creditagricole
creditkarma creditlyonnais creditmutuel creditsuisse cryptocom currencycloud dankort danskebank dbsbank degiro
deltabank deutschebank dexscreener dinersclub discoverbank discovercard dkb dnb dnbbank dwolla dydx ecobank elavon
emiratesnbd entrust envestnet epayments equifax erstebank erstegroup etherscan etoro etrade eurobank exoduswallet
experian fidelity fidor fifththird finecobank firstabudhabi firstcitizens firstdata firstdirect firstrepublic
firsttech fiserv fnb forexcom freetrade ftx geminiexchange generalibank getnet globalpayments gocardless goldmansachs
googlepay googlewallet gopay gpay grabpay greendot halifaxbank hanabank handelsbanken hangsengbank hapoalim hdfc
hdfcbank hsbc hsbcbank htxexchange huntingtonbank huobi hyperliquid ibercaja icbc icici icicibank idbibank idealpay
indusind ingbank ingdiba interac intesa intesasanpaolo intuitpay investec isbank itau itaubank jpmorgan jpmorganchase
juliusbaer jyskebank kakaopay kasikornbank kbank kbc keybank klarna klarnabank komercnibanka kommunalkredit
kookminbank kotakbank kraken krakensupport kucoin kucoinsupport landesbank lcl ledger ledgerlive ledgersupport
ledgerwallet lendingclub lloyds lloydsbank luminorbank mandtbank marqeta mastercard maybank mbank mbway mediolanum
mercadopago mercurybank metamask metrobank mexcexchange millenniumbcp mitsubishiufj mizuho mobilepay moneybox
moneygram monobank montepaschi monzo monzobank moonpay morganstanley mpesa mtgox mufg multibanco myetherwallet n26
n26bank nabbank nationwide natixis natwest natwestbank navyfederal neteller nexibank nexo nonghyup nordea nordeabank
nordnet northerntrust novobanco nubank oanda ocbc okex okx okxsupport openbank opensea otpbank overstockpay pagbank
pagseguro paidy pancakeswap pandadoc paxful paxos payback paybox paycom payeer payfast paylib payline payoneer paypal
paypalbilling paypalhelp paypalsecurity paypalservice paypalsupport paysafe paysafecard paysera paystack paytm
paytrail payu payumoney phantomwallet phonepe pkobank pkobp pnc pncbank poloniex popularbank postbank postfinance
powerpay primexbt privat24 privatbank qiwi qonto rabobank raiffeisen raiffeisenbank rakutenbank rakutenpay ravencoin
razorpay rbcbank rbcroyalbank rbs regionsbank remitly revolut revolutbank revolutsupport ripple robinhood royalbank
sabadell sagepay samsungcard samsungpay santander santanderbank saxobank sbanken sberbank scotiabank sebbank sebgroup
shinhanbank siauliubankas sinopac skandiabanken skrill smartpay sofi sofibank solarisbank sparda spardabank sparebank
sparkasse sparkassen splitit squareup standardbank starlingbank statebank statestreet stcpay stripe stripepayments
stripesupport sumup suncorpbank sushiswap svb swedbank swisscard synchrony synchronybank tabapay tangem tdameritrade
tdbank tinkoff tinkoffbank traderepublic tradestation trading212 transferwise transunion truist truistbank trustly
trustwallet twint ubank ubs ubsbank unicredit unicreditbank unionbank unionpay uniswap upbit upi usaa usaabank usbank
vakifbank vanguard vanguardgroup venmo venmosupport verifone viabuy vietcombank visacard visadebit visasecurity
vivawallet volksbank voyagerdigital vpay vtb wachovia wealthfront wealthsimple webmoney webull wellsfargo
wellsfargobank wepay westernunion westpac wirecard wise wisesupport wooribank woribank worldpay worldremit wpay xapo
xoom yandexmoney yapikredi yesbank yoomoney youtrip zelle zellepay zenithbank zerodha zilch ziraatbank zopa
`;
