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

/** Words of urgency and of the state of accounts, as fraud uses them. */
export const accountNames = `
2fa 2facode access accesscode accessdenied accessgranted accessrequest accessrestored account accountaccess
accountalert accountalerts accountblocked accountcheck accountclosed accountclosing accountclosure accountconfirm
accountdeleted accountexpired accountfrozen accounthelp accounthold accountinfo accountissue accountlimited
accountlocked accountlogin accountnotice accountonhold accountreset accountrestore accountreview accounts
accountservice accountsetup accountstatus accountteam accountunlock accountupdate accountupdates accountupgrade
accountverify accountwarning actfast actimmediately actionneeded actionrequired activate activatenow activation
activationcode activityalert activitynotice actnow authcode authenticate authenticator authorisation authorise
authorization authorize autorenew autorenewal awaitingaction backupcode backupcodes banned bannedaccount billing
billingalert billingerror billinginfo billingissue billingnotice billingproblem billings billingsupport billingteam
billingupdate biometric blocked blockedaccount breach breachalert breached cancelaccount cancellation cancellations
cancelnow cancelorder captcha challengecode changepassword chargefailed chargenotice checkaccount checkactivity
checkpoint claimnow claimprize claimreward claimyourprize clearance closeaccount compromised confirm confirmaccount
confirmaddress confirmation confirmations confirmdetails confirmemail confirmlogin confirmmail confirmnow confirmorder
confirmpayment credential credentials criticalalert criticalnotice criticalupdate cyberalert dataalert databreach
deactivate deactivated deactivation deliveryfailed deliverynotice disputecenter disputed disputes emailalert
emailconfirm emailreset emailsecurity emailupdate emailverify emergencyalert expiration expired expiredaccount
expiring expiringsoon extortion failedlogin failedpayment finalalert finalcall finalnotice finalreminder finalwarning
fixaccount fixnow forgotpassword forgotusername freezeaccount frozenaccount hackalert hacked hackedaccount holdnotice
idcheck identification identity identitycheck identityproof identitytheft idverification immediate immediately
importantalert incidents intrusion invalidlogin lastnotice lastreminder lastwarning legalaction legalnotice
limitedaccess limitedaccount lockdown locked lockedaccount lockedout lockout login loginalert loginalerts loginattempt
loginattempts logincode logindetails loginfailed loginhelp loginnotice loginrequired logins loginsecurity loginsupport
loginwarning logon logout lostaccess magiclink malware malwarealert mandatory memberaccess memberaccount membership
membersupport mfa mfacode mfareset misseddelivery missedpayment multifactor mustread myaccount myaccounts newdevice
newlogin newpassword newsignin notice notices onetimecode onhold otp otpcode overdue overduenotice passcode passcodes
passkey passkeys passphrase passreset passwd password passwordalert passwordchange passwordexpiry passwordhelp
passwordreset passwordresets passwords passwordteam passwordupdate pastdue paymentdue paymentfailed paymentfailure
paymentissue paymentoverdue paymentpending paymentproblem penalty penaltynotice pendingaccount pendingaction
pendingpayment pincode pinreset profileupdate ransom ransomware reactivate reactivation reauthenticate recaptcha
reconfirm recoveraccount recovery recoverycode recoverycodes recoverydesk recoveryemail recoveryteam redeemnow
redelivery refund refundalert refundnow refundpending refundrequest refunds refundservice refundsupport refundteam
registration registrations reinstate reinstatement renewal renewalnotice renewals renewnow resetaccount resetcode
resetlink resetnow resetpassword resetpin respondnow restoreaccess restoreaccount restricted restriction restrictions
reverification reverify reviewaccount revoked riskalert safeguard safeguarding safetyalert safetycheck sanction
secureaccess secureaccount secureauth securelogin securemessage securemessages secureserver secureverify
securityaction securitybreach securitycheck securitycode securitynotice securityscan securityupdate sessionexpired
signin signinalert signinattempt signinhelp signinrequired signins signoff signon signout signup signups sso
statusalert stolenaccount stolencard subscription suspend suspended suspension suspensions suspicious systemwarning
takeover tampering terminate terminated termination timeexpired timesensitive totp twofactor twofactorauth
twofactorcode twostep unauthorised unauthorized unblock unblockaccount unlock unlockaccount unlockcode unlocknow
unpaid unpaidbalance unpaidinvoice unsuspend unusuallogin unusualsignin unverified updateaccount updatebilling
updatedetails updateinfo updatepassword updatepayment updaterequired upgradeaccount upgradenow urgent urgentaccount
urgentaction urgentalert urgently urgentmail urgentmessage urgentnotice urgentrequest urgentresponse urgentsecurity
urgentupdate useraccount useraccounts username usernames validate validation validator verification verifications
verified verifier verify verifyaccount verifycode verifyemail verifyidentity verifyinfo verifylogin verifymail
verifynow verifypayment verifyuser violation violations voicemail warning warningnotice warnings winnernotice
youraccount yourpassword youwin youwon
`;

/** Words of hosting, domains, mail transport and of this service's own parts. */
export const hostingNames = `
a2hosting abusedesk abuseteam adminconsole adminpanel adserver adservers afnic anycast apidocs apigateway apikey
apikeys apiserver apiversion appserver appservers arin arpa authserver autoconfig autodiscover autodiscovery autossl
backend backends backups backupserver bandwidth bastion bimi bind9 bindserver bluehost bounced bouncehandler
bouncemail buildserver cacert caldav carddav catchall cdn cdns cdnserver centralnic certbot certificate cgi cgibin
changelog cicd clientarea clientportal cloudadmin cloudbackup cloudhosting cloudserver cloudservers cloudservice
cloudservices cloudstorage cloudsupport cname colocation configserver controlpanel cpanel cpaneladmin cpanelsupport
crontab csr dataadmin database databaseadmin databases datacenter datacentre dataserver ddos ddosprotection denic
deploy deployer deployment devadmin devserver dhcp dhcpserver digicert digitalocean directadmin dkim dmarcreport
dmarcrua dns dns1 dns2 dnsadmin dnshost dnshosting dnsmanager dnsmaster dnsops dnssec dnssecurity dnsserver docker
dockerhub domain domainabuse domainadmin domainalert domainbilling domainbroker domaincheck domaincontact
domainexpired domainexpiry domainhost domainhosting domaininfo domainmanager domainmaster domainname domainnames
domainnotice domainowner domainprivacy domainregistry domainrenewal domainrenewals domains domainsales domainsecurity
domainservice domainservices domainsupport domaintransfer dovecot downtime dreamhost dynadot dyndns edgeserver
elasticsearch emailhosting emailrelay emailrouting emailserver emailservice emailservices enom epp errorlog eurid
exchangeadmin exchangeserver exim fallbackmx fileserver fileservers filetransfer firewall firewalls forwarder
forwarding forwardings freedns frontend frontends ftpserver fullbackup gandi gateway gateways gitadmin gitserver
globalsign godaddy godaddysupport googledomains grafana haproxy healthcheck herokuapp hetzner hostadmin hostgator
hostinfo hosting hostingadmin hostingbilling hostingcompany hostinger hostingservice hostingsupport hostingteam
hostname hostnames hostopia hosts hostserver htaccess htpasswd http httpd https hypervisor iana icann idp ietf imap
imap4 imapadmin imaps imapserver inbound incomingmail infra infrastructure ingress internic intranet ionos ipaddress
ipadmin ipam ipv4 ipv6 isatap isp ispadmin jenkins jumpserver kerberos kubernetes lacnic ldap ldapadmin ldapserver
leaseweb letsencrypt listserver loadbalancer localdomain localhost localmail logserver loopback mailaccount mailadm
mailbackup mailbox mailboxes mailboxfull mailboxquota mailcontrol mailcow maildaemon maildelivery maildomain mailerror
mailexchange mailexchanger mailfilter mailforwarding mailgate mailgateway mailgun mailhost mailhosting mailhub mailin
mailinglist mailinglists mailings maillist maillists mailmx mailop mailops mailout mailqueue mailquota mailrouter
mails mailscanner mailsecurity mailserver mailservers mailservice mailservices mailstorage mailstore mailtransport
mailuser mailverify masteradmin matrixserver memcached messagebus metrics middleware mongodb mqtt mta mtaadmin mtasts
mx mx1 mx2 mx3 mxadmin mxbackup mxhost mxrecord mxrelay mysql mysqladmin nagios namecheap namedadmin nameserver
nameservers netblock netops networking networksupport newsserver nfs nginx nginxadmin nic nodemaster nominet ns ns1
ns2 ns3 ns4 nslookup ntp ntpserver oauth objectstorage oidc onpremise openid openldap openstack openvpn outbound
outgoing outgoingmail ovh ovhcloud ovhsupport packetloss parkeddomain phpmyadmin pingdom plesk pleskadmin pop3
pop3server popmail porkbun portal portals postfix postgres postgresql powerdns prometheus provisioning proxies proxmox
proxy proxyadmin proxyserver ptr publicdns quota quotaexceeded rabbitmq rdns rdp redirect redirector redirects redis
registrant registry registryadmin relay relayhost relays remotedesktop reseller resellerclub resellers resolver
resolvers returnpath reversedns reverseproxy rootca rootserver rootservers roundcube route53 routeadmin routers
routing rpc rspamd rua ruf samba scp selfsigned sendmail serverabuse serveradmin serveralert serveralerts serverdown
servererror serverlogs servermaster servernotice serverroom servers serverstatus serversupport serverteam sftp
sharedhosting sharepoint shellaccess siteground sitemap sitemaps sitesupport smarthost smtp smtp1 smtp2 smtpadmin
smtpd smtpgateway smtpout smtprelay smtps smtpserver smtpuser snmp softlayer spamassassin spamcop spamd spamfilter
spamhaus spf sql sqladmin sqlserver srs srs0 srs1 ssh sshadmin sshd ssl sslabuse ssladmin sslcert sslcertificate
sslrenewal sslsupport sslvpn staging staticsite statuspage stmp storageadmin storagefull storageserver subdomain
subdomains submission submissions supermicro supervisord switchport sysalert syslog systemd tcp terraform testserver
tftp tld tldadmin tls tlsadmin tlsreport tlsrpt tomcat traefik uptime uptimealert vhost virtualhost virtualmachine
virtualmin virtualserver vpn vpnadmin vpnserver vpnsupport vps vpsadmin vpshosting vultr waf webapp webconfig webdav
webdisk webftp webhook webhooks webhost webhosting weblogic webmail webmailadmin webmailsupport webmailupdate
webmailupgrade webproxy webroot webserver webservers webservice webservices websiteadmin websocket whm whmcs whois
whoisguard whoisprivacy windowsserver workernode wpadmin wsus xmpp yunohost zimbra zimbraadmin zoneadmin zonefile
zonefiles zonemaster zookeeper
`;
