import { create } from "zustand";
import { call } from "./call.ts";
import { liveWith, session } from "./session.ts";
import { stateOf } from "./session-record.ts";
import { ask } from "./together.ts";

interface Row {
  readonly prefKey: string;
  readonly prefValue: unknown;
}

interface PreferenceStore {
  readonly values: Readonly<Record<string, unknown>>;
}

const PATH = "baseServer/v1/baseUserPreferenceRestful";
const mirrorKey = (key: string): string => `srm.pref.${key}`;
/** One writer at a time per key, so that the last change is the last one to arrive. */
const writing = new Map<string, Promise<void>>();

const usePreferences = create<PreferenceStore>(() => ({ values: {} }));

function mirrored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(mirrorKey(key)) ?? "null");
  } catch {
    return null;
  }
}

function mirror(key: string, value: unknown): void {
  try {
    localStorage.setItem(mirrorKey(key), JSON.stringify(value));
  } catch {
    // full or forbidden storage: the server keeps it
  }
  usePreferences.setState(({ values }) => ({ values: { ...values, [key]: value } }));
}

const valueOf = (values: PreferenceStore["values"], key: string): unknown => (key in values ? values[key] : mirrored(key));

export const preference = <T>(key: string, otherwise: T): T => (valueOf(usePreferences.getState().values, key) as T | null) ?? otherwise;

/** A preference of this person, kept on the server and mirrored in the browser. */
export function usePreference<T>(key: string, otherwise: T): [T, (value: T) => void] {
  const value = usePreferences((state) => (key in state.values ? state.values[key] : undefined));
  return [((value === undefined ? mirrored(key) : value) as T | null) ?? otherwise, (next) => setPreference(key, next)];
}

/** Remembers a preference at once here and, quietly, on the server. */
export function setPreference(key: string, value: unknown): void {
  mirror(key, value);
  if (session() === null) return;
  const before = writing.get(key) ?? Promise.resolve();
  writing.set(
    key,
    before
      .then(() => call(`${PATH}/saveOrUpdate`, { prefKey: key, prefValue: value }))
      .then(
        () => undefined,
        () => undefined,
      ),
  );
}

/** Fetches everything this person prefers; the server's word wins over the mirror. */
export async function loadPreferences(): Promise<void> {
  const { data } = await ask<readonly Row[]>(`${PATH}/listByPage`, { pageIndex: 1, pageRows: 500 });
  for (const { prefKey, prefValue } of data ?? []) mirror(prefKey, prefValue);
}

liveWith({
  begin: (record) => void (stateOf(record) === "full" && loadPreferences().catch(() => undefined)),
  end: () => usePreferences.setState({ values: {} }),
});
