import { dirname } from 'node:path/posix';
import { arrowsBetweenNeighbours, findCircles, renderCircle } from '../../scripts/house/circles.ts';
import type { Import, ImportGraph } from '../../scripts/house/import-graph.ts';

/** Rooms by name, and what each may import, with spaces between. */
export type Floors = Readonly<Record<string, string>>;

interface Room {
  /** Where it is: `web/features/inbox` for the row `web/features/*`. */
  readonly folder: string;
  readonly entries: readonly string[];
}

/** Where a room or file of the table lies: under src, but the browser extension, which stands beside it. */
export function placeOf(name: string): string {
  return isWithin(name, 'extension') ? name : `src/${name}`;
}

/** The rooms around a file, the innermost first. */
type FindRooms = (path: string) => readonly Room[];

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** What a row names, one by one. */
export function entriesOf(floors: Floors, row: string): string[] {
  return floors[row]?.split(/\s+/u).filter((entry) => entry !== '') ?? [];
}

/** Looks up each folder on the way to a file, by its name or by that of its row, and remembers what it found. */
function roomFinder(floors: Floors): FindRooms {
  const entries = new Map(Object.keys(floors).map((row) => [placeOf(row), entriesOf(floors, row)]));
  const known = new Map<string, readonly Room[]>();
  function find(path: string): readonly Room[] {
    if (path === '.') return [];
    const remembered = known.get(path);
    if (remembered) return remembered;
    const around = find(dirname(path));
    const own = entries.get(path) ?? entries.get(`${dirname(path)}/*`);
    const rooms = own ? [{ folder: path.replace(/^src\//u, ''), entries: own }, ...around] : around;
    known.set(path, rooms);
    return rooms;
  }
  return find;
}

function opens(entry: string, { target, isType }: Import): boolean {
  const name = entry.replace(/^type:/u, '');
  if (name !== entry && !isType) return false;
  return name.startsWith('#') ? isWithin(target, placeOf(name.slice(1))) : target === name;
}

/** What is wrong with one import, if anything. */
function judgeImport(findRooms: FindRooms, one: Import): string | null {
  const rooms = findRooms(one.from);
  const [room] = rooms;
  if (!room) return 'lies in no room of the table';
  const [theirs] = findRooms(one.target);
  if (theirs && rooms.some(({ folder }) => folder === theirs.folder)) return null;
  if (rooms.some(({ entries }) => entries.some((entry) => opens(entry, one)))) return null;
  return `${room.folder} may not import ${theirs?.folder ?? one.target}`;
}

/**
 * Every import that the table does not allow, then every circle among those that it allows.
 * @returns texts with file and line: `src/core/keys/a.ts:3: core/keys may not import core/accounts ('#core/accounts/b.ts')`
 */
export function findBreaches(floors: Floors, graph: ImportGraph): string[] {
  const imports = [...graph.values()].flatMap((file) => file.imports);
  const findRooms = roomFinder(floors);
  const judged = imports.map((one) => ({ one, fault: judgeImport(findRooms, one) }));
  const breaches = judged.flatMap(({ one, fault }) =>
    fault === null ? [] : [`${one.from}:${one.line}: ${fault} ('${one.specifier}')`],
  );
  const allowed = judged.filter(({ one, fault }) => fault === null && /^(?:src|extension)\//u.test(one.target));
  const circles = findCircles(arrowsBetweenNeighbours(allowed.map(({ one }) => one)));
  return [...breaches, ...circles.map((circle) => `circle in ${renderCircle(circle)}`)];
}
