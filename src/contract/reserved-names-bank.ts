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
