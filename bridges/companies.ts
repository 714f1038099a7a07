import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Outside } from "#kernel/server/outside.ts";
import type { CompanyFacts, CompanyRisk, CompanySource, SoughtCompany } from "#modules/register/index.ts";

type Said = Readonly<Record<string, unknown>>;
const isAbsent = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT";
const plain = (text: string): string => text.replaceAll(/[\s()（）]/g, "").toUpperCase();
const statuses = ["ACTIVE", "CANCELLED", "REVOKED", "MOVED"] as const;

const word = (said: Said, key: string, most: number): Record<string, string> =>
  typeof said[key] === "string" && said[key].trim() !== "" ? { [key]: said[key].trim().slice(0, most) } : {};
const amount = (said: Said, key: string): Record<string, string> =>
  /^\d{1,16}(\.\d{1,2})?$/.test(String(said[key] ?? "")) ? { [key]: String(said[key]) } : {};
const rows = (said: Said, key: string): readonly Said[] =>
  Array.isArray(said[key])
    ? (said[key] as unknown[])
        .slice(0, 200)
        .flatMap((one) => (typeof one === "string" ? [{ name: one }] : typeof one === "object" && one !== null ? [one as Said] : []))
    : [];
const named = (said: Said, key: string, more: string): { readonly name: string }[] =>
  rows(said, key).flatMap((one) => (typeof one["name"] === "string" ? [{ name: one["name"].slice(0, 200), ...word(one, more, 60) }] : []));

const risksIn = (said: Said): CompanyRisk[] =>
  rows(said, "risks").flatMap((one) =>
    typeof one["title"] === "string"
      ? [
          {
            ...{ kind: typeof one["kind"] === "string" ? one["kind"].slice(0, 30) : "OTHER", title: one["title"].slice(0, 200) },
            ...{ ...word(one, "date", 10), ...word(one, "no", 60) },
          },
        ]
      : [],
  );

/** What a register answered; null when it names no company. Parts that are nothing of the kind say nothing. */
export function readCompany(text: string): CompanyFacts | null {
  try {
    const said = JSON.parse(text) as Said | null;
    if (typeof said !== "object" || said === null || typeof said["name"] !== "string" || said["name"].trim() === "") return null;
    const status = statuses.find((one) => one === said["registerStatus"]);
    return {
      ...{ name: said["name"].trim().slice(0, 200), uscc: typeof said["uscc"] === "string" ? said["uscc"].trim().slice(0, 40) : "" },
      ...{ ...word(said, "legalPerson", 60), ...word(said, "businessTerm", 80), ...word(said, "businessScope", 4000) },
      ...{ ...word(said, "registeredAddress", 300), ...word(said, "requestNo", 80) },
      ...{ ...amount(said, "registeredCapital"), ...amount(said, "paidCapital") },
      ...(/^[A-Z]{3}$/.test(String(said["capitalCurrency"])) ? { capitalCurrency: String(said["capitalCurrency"]) } : {}),
      ...(/^\d{4}-\d{2}-\d{2}$/.test(String(said["establishDate"])) ? { establishDate: String(said["establishDate"]) } : {}),
      ...(status ? { registerStatus: status } : {}),
      ...{ shareholders: named(said, "shareholders", "share"), executives: named(said, "executives", "title"), risks: risksIn(said) },
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
    for (const file of (await readdir(folder)).filter((one) => one.endsWith(".json"))) {
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
