import { msOf } from "#kernel/time.ts";
import { serverNow } from "./clock.ts";
import type { SignKey } from "./crypto.ts";

/** Used where the browser offers no database (some private windows): the session then ends with the page. */
const memory = new Map<string, SignKey>();

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open("srm", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("keys");
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}

async function run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const db = await open();
  try {
    return await new Promise<T>((resolve, reject) => {
      const asked = work(db.transaction("keys", mode).objectStore("keys"));
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    });
  } finally {
    db.close();
  }
}

interface Kept {
  readonly key: SignKey;
  readonly keptAt: number;
}

/** No session lives longer than 12 hours; older keys belong to nobody. */
const LONGEST_MS = msOf({ hours: 13 });

/** Keeps a sign key under its certificate; a locked key stays unreadable there too. */
export async function keepKey(certificate: string, key: SignKey): Promise<void> {
  memory.set(certificate, key);
  await run("readwrite", (store) => store.put({ key, keptAt: serverNow() } satisfies Kept, certificate)).catch(() => undefined);
  const all = await run("readonly", (store) => store.getAllKeys()).catch(() => []);
  for (const other of all) {
    const stored = await run<Kept | undefined>("readonly", (store) => store.get(other)).catch(() => undefined);
    if (stored !== undefined && stored.keptAt < serverNow() - LONGEST_MS)
      await run("readwrite", (store) => store.delete(other)).catch(() => undefined);
  }
}

export async function findKey(certificate: string): Promise<SignKey | null> {
  const inMemory = memory.get(certificate);
  if (inMemory !== undefined) return inMemory;
  const stored = await run<Kept | undefined>("readonly", (store) => store.get(certificate)).catch(() => undefined);
  return stored?.key ?? null;
}

export async function dropKey(certificate: string): Promise<void> {
  memory.delete(certificate);
  await run("readwrite", (store) => store.delete(certificate)).catch(() => undefined);
}
