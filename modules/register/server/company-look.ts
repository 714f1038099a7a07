import type { Entity, Me } from "#kernel/entity.ts";
import type { Answer } from "#kernel/question.ts";
import { every, sql } from "#kernel/query.ts";
import { refuse, Refusal } from "#kernel/refusal.ts";
import { findFor } from "#kernel/server/find/find-for.ts";
import { newId } from "#kernel/server/act/id.ts";
import { isAllowed } from "#kernel/server/jobs/job-http.ts";
import type { JobHandler } from "#kernel/server/jobs/job.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { inOwnName, systemMe } from "#kernel/server/access/permit.ts";
import type { Text } from "#kernel/text.ts";
import { furtherHits, plainTaxId, supplierInfo } from "#modules/supplier/index.ts";
import { riskHits, type CompanyFacts, type CompanySource, type SoughtCompany } from "../company-data.ts";
import { registerCompany } from "../company.entity.ts";
import { register } from "../register.entity.ts";

type Row = Readonly<Record<string, unknown>>;

/** The source that may be there, and the one behind an address. */
export interface CompanySources {
  readonly local: CompanySource & { isThere(): Promise<boolean> };
  at(address: string): CompanySource;
}

/** What became of a look. */
export interface LookedUp {
  readonly provider: "NONE" | "MANUAL" | "REGISTRY";
  readonly found: boolean;
  /** Differs from what is kept here, or says something against the company. */
  readonly odd: boolean;
  readonly said: Text;
}

const notVerified: Text = [
  "未核验：未接入企业数据源，请人工核对",
  "Not verified: no external company register is connected. Check manually",
];
const unknown: Text = ["企业数据源中没有该企业", "The company was not found in the external register"];

/** What a look brought: where it differs, and how much stands against the company. */
function brought(wrong: readonly string[], risks: number): Text {
  const names = (at: 0 | 1): string =>
    wrong.map((key) => (register.fields as Readonly<Record<string, { label: Text }>>)[key]?.label[at] ?? key).join(at === 0 ? "、" : ", ");
  return [
    `已取得并保存外部企业信息${wrong.length ? `；不一致：${names(0)}` : "，与填写一致"}${risks ? `；风险 ${risks} 项` : ""}`,
    `External company data received and kept${wrong.length ? `; differs: ${names(1)}` : ", the same as here"}${risks ? `; ${risks} ${risks === 1 ? "risk" : "risks"}` : ""}`,
  ];
}

/** Looks companies up where their registration is kept outside: a folder somebody fills, or a service behind an address. */
export class CompanyLook {
  readonly #kernel: Kernel;
  readonly #clock: { now(): Date };
  readonly #sources: CompanySources;

  constructor(kernel: Kernel, clock: { now(): Date }, sources: CompanySources) {
    this.#kernel = kernel;
    this.#clock = clock;
    this.#sources = sources;
  }

  async #source(): Promise<CompanySource | null> {
    const { settings } = this.#kernel;
    const address = (await settings.value("SUP_COMPANY_URL")).trim();
    if (address === "") return (await this.#sources.local.isThere()) ? this.#sources.local : null;
    const url = URL.parse(address.replaceAll(/\{(code|name)\}/g, "-"));
    if (url === null || !isAllowed(url, await settings.value("SCSI_HTTP_ALLOW")))
      throw refuse(
        "SUP_EXT_001",
        `企业数据服务地址 ${url?.host ?? address} 不在允许的列表 SCSI_HTTP_ALLOW 中`,
        `The company register ${url?.host ?? address} is not on the list SCSI_HTTP_ALLOW`,
      );
    return this.#sources.at(address);
  }

  /** One question to the source, written down when it leaves the house. */
  async #ask(source: CompanySource, who: SoughtCompany, me: Me): Promise<CompanyFacts | null> {
    if (source.local) return source.find(who);
    const began = performance.now();
    const given = { provider: "COMPANY_INFO" as const, operation: "find", request: { ...who }, by: me.userName };
    const costMs = (): number => Math.round(performance.now() - began);
    try {
      const found = await source.find(who);
      await this.#kernel.outsideLog.thirdParty({ ...given, response: found, ok: true, costMs: costMs() });
      return found;
    } catch (error) {
      await this.#kernel.outsideLog.thirdParty({ ...given, ok: false, error: String(error).slice(0, 300), costMs: costMs() });
      throw refuse(
        "SUP_EXT_002",
        `企业数据服务 ${source.name} 没有应答，请稍后再试`,
        `The company register ${source.name} does not answer; try later`,
      );
    }
  }

  /** What is known of a company outside; null when nobody knows it or nothing is connected. */
  async find(who: SoughtCompany, me: Me): Promise<CompanyFacts | null> {
    const source = await this.#source();
    return source && this.#ask(source, who, me);
  }

  async #look(of: { readonly registerId: string } | { readonly supplierId: string }, who: SoughtCompany, me: Me): Promise<LookedUp> {
    const source = await this.#source();
    if (source === null) return { provider: "NONE", found: false, odd: false, said: notVerified };
    const provider = source.local ? "MANUAL" : "REGISTRY";
    const facts = await this.#ask(source, who, me);
    if (facts === null) return { provider, found: false, odd: false, said: unknown };
    const look = await this.#act(registerCompany as unknown as Entity, "doLookUp", undefined, { ...of, provider, facts }, me);
    const wrong = (look["mismatchFields"] as readonly string[] | null) ?? [];
    const risks = riskHits({ registerStatus: facts.registerStatus ?? null, riskJson: facts.risks ?? null }).length;
    return { provider, found: true, odd: wrong.length > 0 || risks > 0, said: brought(wrong, risks) };
  }

  async #act(entity: Entity, action: string, id: string | undefined, input: Row, me: Me): Promise<Row> {
    const outcome = await this.#kernel.actor.act(
      { entity, action, targets: [{ id, input: { ...input } }] },
      { me: inOwnName(me), now: this.#clock.now(), requestId: newId(), ip: null },
    );
    return outcome.documents[0] ?? {};
  }

  async supplier(id: string, me: Me): Promise<LookedUp> {
    const doc = await findFor(this.#kernel, systemMe("register")).one(supplierInfo, id);
    return this.#look({ supplierId: id }, { uscc: doc.uscc ?? plainTaxId(doc.taxNo), name: doc.supplierName }, me);
  }

  /** Its owners may stand on the blacklist: what was found before is looked at again. */
  async registration(id: string, me: Me): Promise<LookedUp> {
    const doc = await findFor(this.#kernel, systemMe("register")).one(register, id);
    const done = await this.#look({ registerId: id }, { uscc: doc.uscc ?? plainTaxId(doc.taxNo), name: doc.companyName }, me);
    if (done.found && ["ACCOUNT_REVIEW", "INFO_REVIEW"].includes(doc.status))
      await this.#act(register as unknown as Entity, "doRecheck", id, {}, me);
    return done;
  }

  /** Who hands in a registration is looked up by itself, once; a source that does not answer holds nobody up. */
  follow(): void {
    const me = systemMe("register");
    const once = async (id: string): Promise<void> => {
      if (await findFor(this.#kernel, me).exists(registerCompany, { registerId: id })) return;
      await this.registration(id, me).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
      });
    };
    for (const event of ["SUP_REG_SUBMITTED", "SUP_REG_ACCOUNT_OK"]) this.#kernel.outbox.on(event, ({ data }) => once(String(data["id"])));
  }

  /** Every qualified supplier, one after another; a source that stops answering ends the run. */
  programs(): Readonly<Record<string, JobHandler>> {
    return {
      SUP_EXTERNAL_REFRESH: async ({ signal }) => {
        const me = systemMe("register");
        const all = await findFor(this.#kernel, me).where(
          supplierInfo,
          { infoStatus: "EFFECTIVE", mergedIntoId: null, supStatus: "QUALIFIED" },
          20_000,
        );
        let found = 0;
        for (const { id } of all) {
          if (signal.aborted) break;
          const done = await this.supplier(id, me);
          if (done.provider === "NONE") return notVerified;
          if (done.found) found += 1;
        }
        return [`查询 ${all.length} 家，取得 ${found} 家`, `${all.length} looked up, ${found} found`];
      },
    };
  }
}

export const companyRiskAnswers: readonly Answer[] = [
  // The newest look at each supplier counts.
  furtherHits.answeredBy(async (_, { db, supplierIds }) => {
    const c = every(registerCompany);
    const rows = await db.query<{ supplierId: string; registerStatus: string | null; riskJson: unknown }>(
      sql`select distinct on (${c.supplierId}) ${c.supplierId}, ${c.registerStatus}, ${c.riskJson} from ${c}
     where ${c.supplierId} = any(${supplierIds}::text[]) order by ${c.supplierId}, ${c.queryDate} desc nulls last, ${c.id} desc`,
    );
    return rows.flatMap((row) => riskHits(row).map((hit) => ({ ...hit, supplierId: row.supplierId })));
  }),
];
