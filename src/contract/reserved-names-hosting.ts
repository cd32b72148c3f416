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
