/** What a unit depends on. All paths are absolute. */
export interface UnitPlace {
  readonly user: string;
  /** Null: the user's own. */
  readonly group: string | null;
  /** What starts the program, word by word. */
  readonly command: readonly string[];
  readonly settingsFile: string;
  /** The folders it writes to; the rest of the system is read-only. */
  readonly writable: readonly string[];
}

/** Depends on nothing. */
const confinement = `ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
PrivateMounts=yes
ProtectProc=invisible
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
LockPersonality=yes
RemoveIPC=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
# Threads that check passwords make themselves less urgent.
SystemCallFilter=setpriority
SystemCallErrorNumber=EPERM
`;

/**
 * A unit of systemd (systemd.service(5), systemd.exec(5)) that gives the program what it needs and nothing else. Not among
 * it: MemoryDenyWriteExecute, as V8 writes machine code while it runs; PrivateUsers, as a right of another user namespace
 * opens no low port; ProcSubset, as nodes tell by the boot's id whether another one is gone. A system call that is refused
 * fails with EPERM, so that a newer Node.js goes on without it.
 */
export function renderUnit({ user, group, command, settingsFile, writable }: UnitPlace): string {
  return `# Written by: npm run kauke -- setup --unit. Changes belong into: systemctl edit kauke
[Unit]
Description=Kauke, email aliases and forwarding
After=network-online.target
Wants=network-online.target

[Service]
Type=exec
User=${user}${group === null ? '' : `\nGroup=${group}`}
Environment=CONFIG_FILE=${settingsFile}
ExecStart=${command.join(' ')}
# An upgrade ends it and lets the next release start. Not after 2: a fault in the settings, which another start does not mend.
Restart=always
RestartPreventExitStatus=2
RestartSec=5
# What is in hand is finished first, by the main process, which ends the others.
KillMode=mixed
TimeoutStopSec=60
# A worker or a database process that the kernel ends is replaced by the program.
OOMPolicy=continue

# Of root's rights the one to listen on ports below 1024.
AmbientCapabilities=CAP_NET_BIND_SERVICE
CapabilityBoundingSet=CAP_NET_BIND_SERVICE
NoNewPrivileges=yes

# No part of a message reaches a disk by the back door.
LimitCORE=0
MemorySwapMax=0

ProtectSystem=strict
ReadWritePaths=${writable.join(' ')}
UMask=0077
${confinement}
[Install]
WantedBy=multi-user.target
`;
}
