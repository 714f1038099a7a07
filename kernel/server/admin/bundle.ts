import { createHmac, randomBytes, scryptSync, timingSafeEqual } from "node:crypto";
import { refuse, Refusal } from "../../refusal.ts";
import { say } from "../../text.ts";
import { inZone } from "../../time.ts";
import type { Call, Context } from "../http/call.ts";
import type { Kernel } from "../kernel.ts";
import type { Row } from "../find/visible.ts";
import { base, listOf, textOf, type Body } from "./ask.ts";
import { nameIn, partNames, readSetup, type Part, type PartName, type Parts } from "./bundle-setup.ts";
import { Taker } from "./bundle-take.ts";
import { asks, takes } from "../http/input.ts";

interface Bundle {
  readonly kind: "BASE-SRM-CONFIG";
  readonly version: 1;
  readonly madeAt: string;
  readonly madeBy: string;
  readonly parts: Parts;
  readonly salt: string;
  readonly signature: string;
}

/** The same text for the same content, whatever order its keys came in. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value === "object" && value !== null)
    return `{${Object.entries(value)
      .filter(([, v]) => v !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([k, v]) => `${JSON.stringify(k)}:${canonical(v)}`)
      .join(",")}}`;
  return JSON.stringify(value ?? null);
}

const sign = (bundle: Omit<Bundle, "signature">, passphrase: string): string =>
  createHmac("sha256", scryptSync(passphrase, bundle.salt, 32))
    .update(canonical(bundle))
    .digest("base64url");

interface Difference {
  readonly part: PartName;
  readonly code: string;
  readonly change: "ADD" | "CHANGE" | "ONLY_HERE";
  readonly fields: readonly { readonly path: string; readonly old: unknown; readonly new: unknown }[];
}

/** Field by field, down to values and buttons; what only this side has is told and left alone. */
function changesOf(here: unknown, there: unknown, path = ""): { path: string; old: unknown; new: unknown }[] {
  const isMap = (value: unknown): value is Row => typeof value === "object" && value !== null && !Array.isArray(value);
  if (here === undefined && isMap(there)) return changesOf({}, there, path);
  if (!isMap(here) || !isMap(there)) return canonical(here) === canonical(there) ? [] : [{ path, old: here ?? null, new: there ?? null }];
  return Object.keys(there).flatMap((key) => changesOf(here[key], there[key], path ? `${path}.${key}` : key));
}

function differencesOf(here: Parts, there: Parts): Difference[] {
  return partNames.flatMap((part) => {
    const [mine, theirs] = [here[part] ?? {}, there[part]];
    if (!theirs) return [];
    const coming = Object.entries(theirs).flatMap(([code, wanted]): Difference[] => {
      const fields = changesOf(mine[code], wanted);
      return fields.length === 0 ? [] : [{ part, code, change: code in mine ? "CHANGE" : "ADD", fields }];
    });
    return [
      ...coming,
      ...Object.keys(mine)
        .filter((code) => !(code in theirs))
        .map((code): Difference => ({ part, code, change: "ONLY_HERE", fields: [] })),
    ];
  });
}

/** A menu is made after the one it stands under. */
function parentsFirst<D extends Difference>(differences: readonly D[], menus: Part): readonly D[] {
  const depth = (code: unknown, most = 10): number => {
    const parent = menus[String(code)]?.["parent"];
    return parent && most > 0 ? 1 + depth(parent, most - 1) : 0;
  };
  const place = (current: D): number => partNames.indexOf(current.part) * 100 + (current.part === "menus" ? depth(current.code) : 0);
  return differences.toSorted((a, b) => place(a) - place(b));
}

/** Moves configuration from one installation to another: exported by codes, signed by a passphrase, compared before it is taken in. */
export function bundleCalls(kernel: Kernel): Call[] {
  const wantedParts = (body: Body): PartName[] => {
    const asked = listOf(body["parts"]);
    return partNames.filter((name) => asked.length === 0 || asked.includes(name));
  };
  const passphraseOf = (body: Body): string => {
    const text = textOf(body, "passphrase");
    if (text.length < 8) throw refuse("BUNDLE_PASSPHRASE", "口令至少8位", "The passphrase needs at least 8 characters");
    return text;
  };

  async function exportBundle(ctx: Context, body: Body): Promise<unknown> {
    const passphrase = passphraseOf(body);
    const { parts } = await readSetup(kernel, ctx, wantedParts(body));
    const bundle = {
      kind: "BASE-SRM-CONFIG",
      version: 1,
      madeAt: ctx.now.toISOString(),
      madeBy: ctx.me.userName,
      parts,
      salt: randomBytes(16).toString("base64url"),
    } as const;
    return { ...bundle, signature: sign(bundle, passphrase) };
  }

  function opened(body: Body): Bundle {
    const bundle = body["bundle"] as Bundle | undefined;
    const bad = () =>
      refuse("BUNDLE_SIGNATURE", "配置包签名不符或口令错误", "The bundle's signature does not match, or the passphrase is wrong");
    if (
      typeof bundle !== "object" ||
      bundle === null ||
      bundle.kind !== "BASE-SRM-CONFIG" ||
      bundle.version !== 1 ||
      typeof bundle.salt !== "string" ||
      typeof bundle.signature !== "string"
    )
      throw bad();
    const { signature, ...signed } = bundle;
    const [given, right] = [Buffer.from(signature), Buffer.from(sign(signed, passphraseOf(body)))];
    if (given.length !== right.length || !timingSafeEqual(given, right)) throw bad();
    return bundle;
  }

  async function importBundle(ctx: Context, body: Body): Promise<unknown> {
    const bundle = opened(body);
    const names = wantedParts(body).filter((name) => bundle.parts[name]);
    const here = await readSetup(kernel, ctx, names);
    const there: Parts = Object.fromEntries(names.map((name) => [name, bundle.parts[name]]));
    const differences = differencesOf(here.parts, there).map((difference) => ({
      ...difference,
      name: say(
        here.names.get(`${difference.part}|${difference.code}`) ??
          nameIn(difference.part, difference.code, there[difference.part]?.[difference.code]),
        ctx.language,
      ),
    }));
    const shown = { madeAt: inZone(bundle.madeAt, ctx.me.zone), madeBy: bundle.madeBy, differences };
    if (body["dryRun"] !== false) return shown;
    const chosen = body["codes"] === undefined ? null : new Set(listOf(body["codes"]).map(String));
    const taker = new Taker(kernel, ctx, here);
    const results: Row[] = [];
    for (const entry of parentsFirst(differences, there.menus ?? {})) {
      if (entry.change === "ONLY_HERE" || (chosen && !chosen.has(`${entry.part}:${entry.code}`))) continue;
      results.push(await takeIn(ctx, taker, entry, bundle.parts[entry.part]![entry.code]!));
    }
    return { ...shown, results };
  }

  /** One thing at a time, judged like any change of the caller; what is refused says why and stops nothing else. */
  async function takeIn(ctx: Context, taker: Taker, difference: Difference, wanted: Row): Promise<Row> {
    try {
      await taker.take(difference.part, difference.code, wanted);
      return { part: difference.part, code: difference.code, status: "S" };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { part: difference.part, code: difference.code, status: "E", msg: say(error.text, ctx.language), errorCode: error.code };
    }
  }

  return [
    base("baseConfigService/exportBundle", asks({ passphrase: "text", parts: "texts" }), exportBundle, { perMinute: 10 }),
    base(
      "baseConfigService/importBundle",
      takes({ bundle: "object", passphrase: "text", parts: "texts", dryRun: "flag", codes: "texts" }),
      importBundle,
      { perMinute: 10 },
    ),
  ];
}
