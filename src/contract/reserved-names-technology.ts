/** Technology companies, their services, and carriers of parcels. */
export const technologyNames = `
accenture acer activision adobe adobesupport airtable akamai alexaamazon alibaba alibabacloud aliexpress alphabet
amazon amazonaws amazonbilling amazondelivery amazonhelp amazonorders amazonprime amazonsecurity amazonservice
amazonservices amazonsupport amazonweb anthropic aol aolmail apache apple appleaccount appleid applesecurity
applestore applesupport appletv appstore aramex asana asus atlassian autodesk avast avira aws awssupport azure baidu
basecamp behance bitbucket bitdefender bitwarden blizzard bloomberg bluedart bluesky bpost broadcom bytedance
canadapost canonical canva capcut chatgpt chronopost chronopostal cisco cloudflare colissimo copilot correios correos
dashlane datadog deliveroo dell dellsupport deutschepost dhl dhlcustoms dhldelivery dhlexpress dhlparcel dhlsupport
discord discordsupport disneyplus docusign doordash dpd dpdgroup dpdlocal dropbox dropboxsupport duckduckgo duolingo
ebay ebaysecurity ebaysupport electronicarts epicgames epson ericsson eset etsy etsysupport evernote evri facebook
facebookads facebookhelp facetime fastly fedex fedexdelivery fedexexpress fedexground fedexsupport figma firefox
flickr fortnite freshdesk fujitsu garmin geeksquad geodis github githubsupport gitlab glsgroup glsparcel gmail
gmailsupport gmailteam godaddyhelp google googleaccount googleads googleadsense googlealerts googlecloud googledocs
googledrive googlehelp googlemail googlemaps googleplay googlesecurity googlesupport grammarly grindr hermesparcel
hewlettpackard hotmail hotmailsupport huawei hubspot ibm ibmcloud icloud icloudsupport imessage inpost inposttracking
instagram instagramhelp intel intuit iphone iphonesupport itunes itunesstore itunessupport japanpost jiraservice
kakaotalk kaspersky kickstarter lapost laposte lasership lastpass lenovo lenovosupport letterboxd linkedin
linkedinhelp linode logitech lpexpress mailchimp malwarebytes mapbox mcafee mcafeesupport mediafire mediatek
megaupload meta metabusiness metasupport metaverified microsoft microsoft365 microsoftteam microsoftteams midjourney
mondialrelay mozilla msn myhermes netflix netflixbilling netflixsupport newrelic nintendo nordpass nordvpn norton
nortonlifelock nortonsupport npmjs nvidia nzpost office365 okta olx omniva onedrive onepassword onlyfans ontrac openai
openaisupport oracle oraclecloud outlook outlooksupport pagerduty paramountplus parceldelivery parcelforce
parceltracking patreon patreonsupport philips pinterest pixiv playstation pochta pochtarossii poczta pocztapolska
posteitaliane posten postennorge postnl postnord primevideo protonmail protonsupport protonvpn purolator qualcomm
quickbooks quora rackspace redbubble reddit redditsupport redhat roblox robloxsupport rockstargames roku rokusupport
royalmail salesforce samsung samsungsupport seagate semrush sendgrid seur sfexpress shipbob shipstation shopee
shopeesupport shopify shopifysupport singpost siriusxm skype skypesupport slack slacksupport smartsheet snapchat sony
sonysupport soundcloud spacex spotify spotifysupport squarespace stackoverflow starlink steamcommunity steampowered
steamsupport stravasupport substack surfshark swisspost symantec telegram tencent tesla teslamotors teslasupport
threema ticketmaster tiktok tiktokshop tiktoksupport tinder tindersupport tnt tntexpress toshiba trello trustpilot
tumblr tutanota twilio twitch twitchsupport twitter twitterblue twitterhelp twittersupport typeform uberapp ubereats
ubersupport ubisoft ubuntu udemy unity3d ups upsdelivery upsexpress upsparcel upssupport upstracking usps uspsdelivery
uspsredelivery uspssupport uspstracking verisign viber vimeo vinted vintedsupport virustotal vkontakte vmware
walmartplus wayfair webex wechat wechatpay weebly weibo wetransfer whatsapp wikimedia wikipedia windows windowssupport
windowsupdate wix wixsupport wordpress workday xbox xboxlive xboxsupport xerox xiaomi yahoo yahoomail yahoosupport
yammer yandex yelp yelpsupport yodel youtube youtubepremium youtubesupport zalando zalandosupport zapier zendesk
zendesksupport zillow zoho zoom zoominfo zoomsupport
`;
