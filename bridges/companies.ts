import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Outside } from "#kernel/server/outside/outside.ts";
import type { CompanyFacts, CompanyRisk, CompanySource, SoughtCompany } from "#modules/register/index.ts";

type Said = Readonly<Record<string, unknown>>;
const isAbsent = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT";
const plain = (text: string): string => text.replaceAll(/[\s()（）]/g, "").toUpperCase();
const statuses = ["ACTIVE", "CANCELLED", "REVOKED", "MOVED"] as const;

const word = (current: Said, key: string, most: number): Record<string, string> =>
  typeof current[key] === "string" && current[key].trim() !== "" ? { [key]: current[key].trim().slice(0, most) } : {};
const amount = (current: Said, key: string): Record<string, string> =>
  /^\d{1,16}(\.\d{1,2})?$/.test(String(current[key] ?? "")) ? { [key]: String(current[key]) } : {};
const rows = (current: Said, key: string): readonly Said[] =>
  Array.isArray(current[key])
    ? (current[key] as unknown[])
        .slice(0, 200)
        .flatMap((entry) =>
          typeof entry === "string" ? [{ name: entry }] : typeof entry === "object" && entry !== null ? [entry as Said] : [],
        )
    : [];
const named = (current: Said, key: string, more: string): { readonly name: string }[] =>
  rows(current, key).flatMap((row) =>
    typeof row["name"] === "string" ? [{ name: row["name"].slice(0, 200), ...word(row, more, 60) }] : [],
  );

const risksIn = (current: Said): CompanyRisk[] =>
  rows(current, "risks").flatMap((row) =>
    typeof row["title"] === "string"
      ? [
          {
            kind: typeof row["kind"] === "string" ? row["kind"].slice(0, 30) : "OTHER",
            title: row["title"].slice(0, 200),
            ...word(row, "date", 10),
            ...word(row, "no", 60),
          },
        ]
      : [],
  );

/** What a register answered; null when it names no company. Parts that are nothing of the kind say nothing. */
export function readCompany(text: string): CompanyFacts | null {
  try {
    const parsed = JSON.parse(text) as Said | null;
    if (typeof parsed !== "object" || parsed === null || typeof parsed["name"] !== "string" || parsed["name"].trim() === "") return null;
    const status = statuses.find((value) => value === parsed["registerStatus"]);
    return {
      name: parsed["name"].trim().slice(0, 200),
      uscc: typeof parsed["uscc"] === "string" ? parsed["uscc"].trim().slice(0, 40) : "",
      ...word(parsed, "legalPerson", 60),
      ...word(parsed, "businessTerm", 80),
      ...word(parsed, "businessScope", 4000),
      ...word(parsed, "registeredAddress", 300),
      ...word(parsed, "requestNo", 80),
      ...amount(parsed, "registeredCapital"),
      ...amount(parsed, "paidCapital"),
      ...(/^[A-Z]{3}$/.test(String(parsed["capitalCurrency"])) ? { capitalCurrency: String(parsed["capitalCurrency"]) } : {}),
      ...(/^\d{4}-\d{2}-\d{2}$/.test(String(parsed["establishDate"])) ? { establishDate: String(parsed["establishDate"]) } : {}),
      ...(status ? { registerStatus: status } : {}),
      shareholders: named(parsed, "shareholders", "share"),
      executives: named(parsed, "executives", "title"),
      risks: risksIn(parsed),
    };
  } catch {
    return null;
  }
}

/** Extracts somebody lays down, one for a company: `91350100M000100Y43.json`. Without the folder nothing is connected. */
export const folderCompanies = (folder: string): CompanySource & { isThere(): Promise<boolean> } => ({
  name: folder,
  local: true,
  isThere: () =>
    stat(folder).then(
      (found) => found.isDirectory(),
      () => false,
    ),
  async find({ uscc, name }: SoughtCompany) {
    if (uscc && /^[0-9A-Za-z]{1,40}$/.test(uscc))
      return readFile(join(folder, `${uscc.toUpperCase()}.json`), "utf8").then(readCompany, (error: unknown) => {
        if (isAbsent(error)) return null;
        throw error;
      });
    if (!name) return null;
    for (const file of (await readdir(folder)).filter((value) => value.endsWith(".json"))) {
      const found = readCompany(await readFile(join(folder, file), "utf8"));
      if (found && plain(found.name) === plain(name)) return found;
    }
    return null;
  },
});

/** A register behind an address; `{code}` and `{name}` in it become what is asked. It answers 404 where it knows nobody. */
export const serviceCompanies = (outside: Outside, address: string): CompanySource => ({
  name: new URL(address.replaceAll(/\{(code|name)\}/g, "-")).host,
  local: false,
  async find({ uscc, name }) {
    const url = address.replaceAll("{code}", encodeURIComponent(uscc ?? "")).replaceAll("{name}", encodeURIComponent(name ?? ""));
    const reply = await outside.call(url, { headers: { accept: "application/json" } });
    if (reply.status === 404) return null;
    if (!reply.ok) throw new Error(`HTTP ${reply.status}`);
    return readCompany(await reply.text());
  },
});
