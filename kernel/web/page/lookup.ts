import { useEffect } from "react";
import { create } from "zustand";
import type { Language } from "../../text.ts";
import { currentLanguage, onLanguage, useLanguage } from "../language.ts";
import { ask as askTogether } from "../together.ts";

/** One value of a lookup type as it travels; the meaning is in the session's language. */
export interface LookupValue {
  readonly lookupCode: string;
  readonly meaning: string;
  readonly description?: string | null;
  readonly seqNum?: number | null;
  readonly enabledFlag?: "Y" | "N";
  readonly lookupValuesId?: string;
  readonly parentLookupValuesId?: string | null;
  readonly buOrgId?: string | null;
}

interface Known {
  readonly version: number | string;
  readonly values: readonly LookupValue[];
}

type Lookups = Readonly<Record<string, Known>>;
const none: readonly LookupValue[] = [];

interface LookupStore {
  readonly language: Language;
  readonly types: Lookups;
}

const storageKey = (language: Language): string => `lookups.${language}`;

function remembered(language: Language): Readonly<Record<string, Known>> {
  try {
    return (JSON.parse(localStorage.getItem(storageKey(language)) ?? "{}") ?? {}) as Record<string, Known>;
  } catch {
    return {};
  }
}

function remember(language: Language, types: Readonly<Record<string, Known>>): void {
  try {
    localStorage.setItem(storageKey(language), JSON.stringify(types));
  } catch {
    // full or forbidden storage costs one more request next time, nothing else
  }
}

const useStore = create<LookupStore>(() => ({ language: currentLanguage(), types: remembered(currentLanguage()) }));

let asked = new Set<string>();
let waiting = new Set<string>();

onLanguage((language) => {
  const again = [...asked];
  asked = new Set();
  useStore.setState({ language, types: remembered(language) });
  again.forEach(ask);
});

/** Asks once per page load for each type; all types wanted in one turn travel in one request with the versions already known. */
function ask(type: string): void {
  if (asked.has(type)) return;
  asked.add(type);
  if (waiting.size === 0) setTimeout(fetchWaiting, 8);
  waiting.add(type);
}

async function fetchWaiting(): Promise<void> {
  const types = [...waiting];
  waiting = new Set();
  const { language, types: known } = useStore.getState();
  const versions = Object.fromEntries(types.flatMap((type) => (known[type] ? [[type, known[type].version]] : [])));
  try {
    const { data } = await askTogether<Record<string, Known>>("baseServer/baseLookupValuesService/findDic", { types, versions });
    if (useStore.getState().language !== language) return;
    const next = { ...useStore.getState().types, ...data };
    useStore.setState({ types: next });
    remember(language, next);
  } catch {
    types.forEach((type) => asked.delete(type));
    // What cannot be had is shown by its codes, and asked for again by the next reader.
    const { types: had } = useStore.getState();
    useStore.setState({ types: { ...Object.fromEntries(types.map((type) => [type, { version: "", values: [] }])), ...had } });
  }
}

/** Forgets what was asked, so that a change of lookup values is seen without a new page. */
export function refreshLookups(types?: readonly string[]): void {
  for (const type of types ?? [...asked]) {
    asked.delete(type);
    ask(type);
  }
}

export interface LookupReader {
  readonly loaded: boolean;
  readonly values: readonly LookupValue[];
  /** The meaning of a code, also of a disabled one; an unknown code is shown as it is, and nothing while the type is on its way. */
  meaning(code: unknown): string;
  find(code: unknown): LookupValue | undefined;
}

const readers = new WeakMap<Known, LookupReader>();
const empty: LookupReader = { loaded: false, values: [], meaning: () => "", find: () => undefined };

function readerOf(known: Known | undefined): LookupReader {
  if (!known) return empty;
  let reader = readers.get(known);
  if (!reader) {
    const byCode = new Map(known.values.map((value) => [value.lookupCode, value]));
    const find = (code: unknown) => byCode.get(String(code ?? ""));
    reader = { loaded: true, values: known.values, find, meaning: (code) => find(code)?.meaning ?? String(code ?? "") };
    readers.set(known, reader);
  }
  return reader;
}

/** The values of a lookup type: at once from the last visit, renewed when the server has a newer version. */
export function useLookup(type: string | undefined): LookupReader {
  const known = useStore((state) => (type ? state.types[type] : undefined));
  const language = useLanguage((state) => state.language);
  useEffect(() => {
    if (type) ask(type);
  }, [type, language]);
  return readerOf(known);
}

/** What a code means, as far as the browser knows by now: for words that are no part of a page, such as the name of a tab. */
export const meaningNow = (type: string, code: string): string => readerOf(useStore.getState().types[type]).meaning(code);

/** Everything known of lookups now; it is another object whenever a type arrived, so that tables draw anew. */
export const useLookups = (): Lookups => useStore((state) => state.types);

/** The values of a type among everything known; what is missing is asked for. */
export function lookupIn(known: Lookups, type: string): readonly LookupValue[] {
  ask(type);
  return known[type]?.values ?? none;
}

/** Asks for types before a table needs them, so that no cell shows a bare code first. @public */
export const wantLookups = (types: readonly string[]): void => types.forEach(ask);

/** The values of a type outside of a component; what is not known yet is asked for. */
export function readLookup(type: string): LookupReader {
  ask(type);
  return readerOf(useStore.getState().types[type]);
}

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly disabled: boolean;
}

/** What a select offers: enabled codes under the chosen parent and organisation; the code already chosen stays visible, but cannot be chosen anew. */
export function choicesOf(
  reader: LookupReader,
  chosen: readonly string[],
  under?: { readonly parentId?: string | undefined; readonly orgId?: string | undefined },
): readonly Choice[] {
  const fits = (value: LookupValue): boolean =>
    value.enabledFlag !== "N" &&
    (under?.parentId === undefined || value.parentLookupValuesId === under.parentId) &&
    (under?.orgId === undefined || !value.buOrgId || value.buOrgId === under.orgId);
  return [...reader.values]
    .sort((a, b) => (a.seqNum ?? 0) - (b.seqNum ?? 0) || a.lookupCode.localeCompare(b.lookupCode))
    .filter((value) => fits(value) || chosen.includes(value.lookupCode))
    .map((value) => ({ value: value.lookupCode, label: value.meaning, disabled: !fits(value) }));
}
