import { arrowsBetweenNeighbours, findCircles, renderCircle } from '../../scripts/house/circles.ts';
import type { Import, ImportGraph } from '../../scripts/house/import-graph.ts';

/** Rooms by name, and what each may import. */
export type Floors = Readonly<Record<string, readonly string[]>>;

interface Room {
  /** Its row in the table. */
  readonly row: string;
  /** Where it is: `web/features/inbox` for the row `web/features/*`. */
  readonly folder: string;
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** The part of a path that a row names, if the path lies there. */
function placeOf(row: string, path: string): string | null {
  const [names, place] = [row.split('/'), path.split('/')];
  const fits = place.length >= names.length && names.every((name, index) => name === '*' || name === place[index]);
  return fits ? place.slice(0, names.length).join('/') : null;
}

/** The rooms around a file of src, the innermost first. */
function roomsAround(floors: Floors, path: string): Room[] {
  return Object.keys(floors)
    .flatMap((row) => {
      const folder = placeOf(row, path);
      return folder === null ? [] : [{ row, folder }];
    })
    .toSorted((one, other) => other.folder.length - one.folder.length);
}

function opens(entry: string, { target, isType }: Import): boolean {
  const name = entry.replace(/^type /u, '');
  if (name !== entry && !isType) return false;
  return name.startsWith('#') ? isWithin(target, `src/${name.slice(1)}`) : target === name;
}

/** What is wrong with one import, if anything. */
function judgeImport(floors: Floors, one: Import): string | null {
  const rooms = roomsAround(floors, one.from.slice('src/'.length));
  const [room] = rooms;
  if (!room) return 'lies in no room of the table';
  const [theirs] = one.target.startsWith('src/') ? roomsAround(floors, one.target.slice('src/'.length)) : [];
  if (theirs && rooms.some(({ folder }) => folder === theirs.folder)) return null;
  if (rooms.some(({ row }) => floors[row]?.some((entry) => opens(entry, one)))) return null;
  return `${room.folder} may not import ${theirs?.folder ?? one.target}`;
}

/**
 * Every import that the table does not allow, then every circle among those that it allows.
 * @returns texts with file and line: `src/core/keys/a.ts:3: core/keys may not import core/accounts ('#core/accounts/b.ts')`
 */
export function findBreaches(floors: Floors, graph: ImportGraph): string[] {
  const imports = [...graph.values()].flatMap((file) => file.imports);
  const judged = imports.map((one) => ({ one, fault: judgeImport(floors, one) }));
  const breaches = judged.flatMap(({ one, fault }) =>
    fault === null ? [] : [`${one.from}:${one.line}: ${fault} ('${one.specifier}')`],
  );
  const allowed = judged.filter(({ one, fault }) => fault === null && one.target.startsWith('src/'));
  const circles = findCircles(arrowsBetweenNeighbours(allowed.map(({ one }) => one)));
  return [...breaches, ...circles.map((circle) => `circle in ${renderCircle(circle)}`)];
}
