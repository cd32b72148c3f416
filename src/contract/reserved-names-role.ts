/** Roles, mailboxes of operators and administration (RFC 2142 and common use). */
export const roleNames = `
abuse accountmanager accountsupport adm admin adminhelp administracion administrateur administration administrator
administrators adminmail admins adminsupport adminteam advertising alert alerts all allstaff anonymous antispam api
apiadmin appsupport assistance audit auditing auditor auth authentication authority autoreply autoresponder backoffice
backup bot bounce bounces bugreport bulkmail callcenter caretaker ceo ceooffice cert certificates certmaster cfo
chatsupport cio ciso clientcare clientservice clientservices clientsupport cmo complaint complaints compliance contact
contactus coo copyright corpcomms corporate cpo csirt cto customercare customers daemon data dataprotection dbadmin
devnull devops director dmarc dmarcreports dmca donotreply dontreply dpo emailadmin emergency enquiries enquiry errors
escalation escalations everyone executive executives faq fbl feedbackloop frontdesk ftp ftpadmin gdpr generalcounsel
govrelations guest guests help helpcenter helpcentre helpdesk helpme helpteam hostmaster hr hrdepartment hrteam
humanresources info infodesk information inquiries inquiry internal internalaudit investors ispfeedback ispsupport
itadmin itdepartment ithelp ithelpdesk itsecurity itsupport kauke kaukeabuse kaukeadmin kaukesecurity kaukesupport
kauketeam legal legalteam listadmin listmaster listowner listserv mailadmin mailer mailerdaemon mailman mailmaster
mailrelay mailsupport mailsystem mailteam maintainer majordomo management mediarelations moderation moderator
moderators netadmin networkadmin nobody noc noemail nomail noreplies noreply norespond noresponse notification
notifications notifier notify official ombudsman oncall onlinesupport operations operator operators opsteam orderdesk
payroll personnel phish phishing phishingreport policy portmaster postbox postmaster postmasters postoffice press
pressoffice privacy privacyofficer privacypolicy privacyteam procurement productsupport purchasing receptionist
recruiter recruiters recruiting recruitment registrar remoteadmin replyto report reportabuse reportphishing reports
reportspam responder rma root rootadmin sales salesdesk salessupport salesteam secops secretariat secure securemail
security securityadmin securityalert securityalerts securitycenter securitydesk securityteam server serviceaccount
servicecenter servicecentre servicedesk services servicesupport shareholders siteadmin siteowner spam spamreport
spamtrap spoof spoofing staff staffonly statusupdates storeadmin subscriptions sudo superadmin superuser supervisor
supervisors support supportadmin supportcenter supportdesk supports supportteam supportus sysadmin sysadmins sysop
sysops system systemadmin systemalert systemalerts systems teamadmin techadmin techhelp techsupport techteam telnet
terms tos tosabuse trademark trademarks trust trustandsafety trustsafety trustteam undeliverable unsubscribe usenet
user useradmin users usersupport uucp virus virusalert vulnerability warroom webadmin webmaster webmasters websupport
webteam whistleblower whistleblowing workplace www wwwadmin
`;
