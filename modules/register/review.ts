type Row = Readonly<Record<string, unknown>>;
/** What reviewers say, by the place it is about: a field, a table, or a cell of a row: accounts[id].fileIds. */
export type Remarks = Readonly<Record<string, string>>;

const mostRemarks = 200;
const longest = 500;
const place = /^(\w+)(?:\[([\w-]+)\](?:\.(\w+))?)?$/;

/** The value a remark is about, as it stands now. */
export function valueAt(doc: Row, path: string): unknown {
  const [, key = "", rowId, field] = place.exec(path) ?? [];
  if (rowId === undefined) return plain(doc[key] ?? null);
  const row = ((doc[key] as readonly Row[] | undefined) ?? []).find((candidate) => candidate["id"] === rowId);
  return row === undefined ? null : plain(field === undefined ? row : (row[field] ?? null));
}

const stamps = new Set(["creationDate", "createdBy", "lastUpdateDate", "lastUpdatedBy", "versionNum"]);

/** A value without stamps that change by themselves. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !stamps.has(key))
      .map(([key, entry]) => [key, plain(entry)]),
  );
}

/** Remarks as they came, with everything left out that says nothing or is about no place of the file. */
export function readRemarks(given: unknown): Remarks {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return {};
  return Object.fromEntries(
    Object.entries(given)
      .filter((pair): pair is [string, string] => place.test(pair[0]) && typeof pair[1] === "string" && pair[1].trim() !== "")
      .slice(0, mostRemarks)
      .map(([path, text]) => [path, text.trim().slice(0, longest)]),
  );
}

export const readTicks = (given: unknown): readonly string[] =>
  Array.isArray(given)
    ? given.filter((candidate): candidate is string => typeof candidate === "string" && place.test(candidate)).slice(0, 500)
    : [];

/** How the places under remarks looked when the file went back. */
export const valuesUnder = (doc: Row, remarks: Remarks): Row =>
  Object.fromEntries(Object.keys(remarks).map((path) => [path, valueAt(doc, path)]));

/** Which of those places look otherwise now. */
export const changedSince = (doc: Row, returned: Row | null | undefined): readonly string[] =>
  Object.entries(returned ?? {})
    .filter(([path, old]) => JSON.stringify(valueAt(doc, path)) !== JSON.stringify(old))
    .map(([path]) => path);
