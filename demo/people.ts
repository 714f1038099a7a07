import type { Storages } from "#bridges/storage.ts";
import { Refusal } from "#kernel/refusal.ts";
import { firstValue } from "#kernel/server/install/first.ts";
import type { Gate } from "#kernel/server/gate/gate.ts";
import { newId } from "#kernel/server/act/id.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import type { DemoAccount } from "../product.ts";
import { departments, levels, offered, organisations, seats } from "./company.ts";
import { demoArticles } from "./articles.ts";
import { demoBase } from "./base.ts";
import { demoContracts } from "./contracts/index.ts";
import { demoLibrary } from "./contracts/library.ts";
import { demoChange } from "./change.ts";
import { demoIntroduction } from "./introduction.ts";
import { demoInspection } from "./inspection.ts";
import { demoLife } from "./life.ts";
import { demoManaging } from "./managing.ts";
import { demoPurchasing } from "./purchasing.ts";
import { papersIn } from "./papers.ts";
import { demoRegister } from "./register.ts";
import { demoSampling } from "./sampling.ts";
import { demoSupplier } from "./supplier.ts";
import { demoWorkflow } from "./workflow.ts";
import { demoYear } from "./year/index.ts";
import type { Scale } from "./year/plan.ts";

type Row = Record<string, unknown>;

/** Where the installation keeps its files and keys. */
interface Places {
  readonly storages: Storages;
  readonly dataDir: string;
}

/** Everybody works here for years: what happened some days ago was theirs to decide. */
const since = "2024-04-01";

/** Fills a fresh installation with the invented group and its people, by actions like anybody's, and with a year of their work where one is told; answers the accounts to offer. */
export async function demoCompany(
  kernel: Kernel,
  gate: Gate,
  { storages, dataDir }: Places,
  password: string,
  now: () => Date,
  year: Scale | null = null,
): Promise<readonly DemoAccount[]> {
  // Everybody may try a demonstration by one press; an installation for work asks administrators for a second factor.
  await firstValue(kernel, "LOGIN_MFA", "OFF", now());
  const { rows } = await kernel.finder.list(kernel.declared.entity("BaseOrganization"), { pageRows: 1, count: "none" }, systemMe("demo"));
  if (rows.length === 0) {
    const paper = papersIn(kernel, storages);
    await new Company(kernel, gate, now).found(password);
    await demoLife(kernel, now);
    await demoBase(kernel, now);
    await demoSupplier(kernel, gate, password, now);
    await demoIntroduction(kernel, now);
    await demoInspection(kernel, now);
    await demoManaging(kernel, paper, now);
    await demoChange(kernel, now);
    await demoRegister(kernel, gate, paper, password, now);
    await demoSampling(kernel, now);
    await demoWorkflow(kernel, now);
    await demoArticles(kernel, now);
    await demoLibrary(kernel, now);
    // What lies on the desks today is told last, so that it stands on top of the year behind it.
    if (year) await demoYear(kernel, gate, password, now, year).catch(cutShort);
    await demoPurchasing(kernel, now, () => demoContracts(kernel, now, { gate, storages, dataDir }));
  }
  return offered.map(([userName, label, hint]) => ({ userName, password, label, hint }));
}

/** A rule that forbids a step of the story ends the year there: what was done stands, and the product starts all the same. */
function cutShort(error: unknown): void {
  if (!(error instanceof Refusal)) throw error;
  process.stderr.write(`The demonstration's year ends early: ${error.message}\n`);
}

class Company {
  readonly #kernel: Kernel;
  readonly #gate: Gate;
  readonly #now: () => Date;

  constructor(kernel: Kernel, gate: Gate, now: () => Date) {
    this.#kernel = kernel;
    this.#gate = gate;
    this.#now = now;
  }

  /** Saves rows of one kind together and answers their ids by what they are called. */
  async #save(entity: string, key: string, rows: readonly Row[]): Promise<Map<string, string>> {
    const e = this.#kernel.declared.entity(entity);
    const targets = rows.map(({ id, ...input }) => ({ id: id as string | undefined, input }));
    const { documents } = await this.#kernel.actor.act(
      { entity: e, action: "saveOrUpdate", targets, reason: "demo" },
      { me: systemMe("demo"), now: this.#now(), requestId: newId(), ip: null },
    );
    return new Map(documents.map((row) => [String(row[key]), String(row["id"])]));
  }

  async found(password: string): Promise<void> {
    const orgs = await this.#organisations();
    const depts = await this.#save(
      "BaseDepartment",
      "deptCode",
      departments.map(([deptCode, cn, en, org]) => ({
        deptCode,
        deptName: cn,
        deptNameEn: en,
        orgId: orgs.get(org),
        costCenter: `CC-${deptCode}`,
      })),
    );
    const ranks = await this.#save(
      "BasePositionLevel",
      "levelCode",
      levels.map(([levelCode, cn, en, rank, approvalLimit]) => ({
        levelCode,
        levelName: cn,
        levelNameEn: en,
        rank,
        approvalLimit,
        currency: "CNY",
      })),
    );
    const { rows } = await this.#kernel.finder.list(this.#kernel.declared.entity("BaseResponsibility"), { pageRows: 0 }, systemMe("demo"));
    const responsibilities = new Map(rows.map((r) => [String(r["respCode"]), String(r["id"])]));
    const jobs = await this.#save(
      "BaseJob",
      "jobCode",
      seats.map((s) => ({
        jobCode: s.job,
        jobName: s.text[0],
        jobNameEn: s.text[1],
        jobFamily: s.family,
        defaultRespIds: [responsibilities.get(s.resp)],
      })),
    );
    const orgOf = (dept: string): string => orgs.get(departments.find(([code]) => code === dept)![3])!;
    const positions = await this.#positions(orgOf, depts, jobs, ranks);
    const people = await this.#people(orgOf, depts, jobs, positions);
    await this.#accounts(people, responsibilities, orgs, password);
  }

  async #organisations(): Promise<Map<string, string>> {
    const calendar = await this.#save("BaseCalendar", "name", [
      {
        name: "标准工作日历",
        nameEn: "Standard working calendar",
        weekend: ["SAT", "SUN"],
        days: [
          { day: "2026-10-01", isWorkday: "N", note: "国庆节" },
          { day: "2026-10-10", isWorkday: "Y", note: "调休上班" },
        ],
      },
    ]);
    const ids = new Map<string, string>();
    for (const kind of ["GROUP", "LEDGER", "BU", "INV"]) {
      const rows = organisations
        .filter((o) => o[3] === kind)
        .map(([orgCode, cn, en, orgType, parent]) => ({
          orgCode,
          orgName: cn,
          orgNameEn: en,
          orgType,
          parentOrgId: parent ? ids.get(parent) : null,
          calendarId: [...calendar.values()][0],
          ...(kind === "LEDGER" || kind === "BU" ? { functionalCurrency: "CNY" } : {}),
          ...(kind === "LEDGER" ? { taxNo: `91330000DEMO${orgCode.slice(-1)}0001`, invoiceTitle: cn, address: "示例市星环路 1 号" } : {}),
        }));
      for (const [code, id] of await this.#save("BaseOrganization", "orgCode", rows)) ids.set(code, id);
    }
    return ids;
  }

  /** Seats are made from the top: each names the one above it. */
  async #positions(
    orgOf: (dept: string) => string,
    depts: Map<string, string>,
    jobs: Map<string, string>,
    ranks: Map<string, string>,
  ): Promise<Map<string, string>> {
    const ids = new Map<string, string>();
    for (let rest = [...seats]; rest.length > 0; rest = rest.filter((s) => !ids.has(s.job))) {
      const next = rest.filter((s) => s.above === null || ids.has(s.above));
      const rows = next.map((s) => ({
        positionCode: s.job,
        positionName: s.text[0],
        positionNameEn: s.text[1],
        orgId: orgOf(s.dept),
        deptId: depts.get(s.dept),
        jobId: jobs.get(s.job),
        levelId: ranks.get(s.level),
        parentPositionId: s.above ? ids.get(s.above) : null,
        headcount: s.users.length,
        managerFlag: s.level === "L4" ? "N" : "Y",
        startDate: "2024-01-01",
      }));
      for (const [code, id] of await this.#save("BasePosition", "positionCode", rows)) ids.set(code, id);
    }
    return ids;
  }

  async #people(
    orgOf: (dept: string) => string,
    depts: Map<string, string>,
    jobs: Map<string, string>,
    positions: Map<string, string>,
  ): Promise<Map<string, string>> {
    const all = seats.flatMap((s) =>
      s.users.map(([userName, cn, en]) => ({
        s,
        userName,
        cn: cn ? `${s.text[0]}（${cn}）` : s.text[0],
        en: en ? `${s.text[1]}, ${en}` : s.text[1],
      })),
    );
    const people = await this.#save(
      "BasePerson",
      "personNum",
      all.map(({ s, userName, cn, en }, i) => ({
        personNum: `E${String(i + 1).padStart(4, "0")}`,
        personName: cn,
        personNameEn: en,
        orgId: orgOf(s.dept),
        deptId: depts.get(s.dept),
        jobId: jobs.get(s.job),
        email: `${userName}@starring.example`,
        officePhone: `0512-5550-${String(1000 + i)}`,
        hireDate: since,
      })),
    );
    const byUser = new Map(all.map(({ userName }, i) => [userName, people.get(`E${String(i + 1).padStart(4, "0")}`)!]));
    await this.#save(
      "BasePositionAllot",
      "id",
      all.map(({ s, userName }) => ({
        personId: byUser.get(userName),
        positionId: positions.get(s.job),
        startDate: since,
        primaryFlag: "Y",
      })),
    );
    await this.#leads(byUser, depts);
    return byUser;
  }

  /** Everybody reports to whoever sits above; a department is led by its highest seat. */
  async #leads(people: Map<string, string>, depts: Map<string, string>): Promise<void> {
    const personOn = (job: string | null): string | undefined => people.get(seats.find((s) => s.job === job)?.users[0]?.[0] ?? "");
    const led = seats.flatMap((s) => s.users.map(([userName]) => ({ id: people.get(userName), managerPersonId: personOn(s.above) })));
    await this.#save(
      "BasePerson",
      "id",
      led.filter((row) => row.managerPersonId),
    );
    const heads = departments.flatMap(([code]) => {
      const top = seats.filter((s) => s.dept === code).sort((a, b) => a.level.localeCompare(b.level))[0];
      return top ? [{ id: depts.get(code), managerPersonId: personOn(top.job) }] : [];
    });
    await this.#save("BaseDepartment", "id", heads);
  }

  async #accounts(
    people: Map<string, string>,
    responsibilities: Map<string, string>,
    orgs: Map<string, string>,
    password: string,
  ): Promise<void> {
    const all = seats.flatMap((s) =>
      s.users.map(([userName, cn, en, org]) => ({
        userName,
        displayName: cn ? `${s.text[0]}（${cn}）` : s.text[0],
        displayNameEn: en ? `${s.text[1]} (${en})` : s.text[1],
        resp: s.resp,
        org,
      })),
    );
    const users = await this.#save(
      "BaseUsers",
      "userName",
      all.map(({ userName, displayName, displayNameEn }) => ({
        userName,
        displayName,
        displayNameEn,
        userType: "INTERNAL",
        personId: people.get(userName),
        email: `${userName}@starring.example`,
        startDate: since,
      })),
    );
    const { phc, pepperId } = await this.#gate.passwords.hash(password);
    const changedAt = this.#now().toISOString();
    await this.#save(
      "BaseUsers",
      "userName",
      all.map(({ userName }) => ({ id: users.get(userName), passwordHash: phc, pepperId, pwdChangedAt: changedAt, mustChangePwd: "N" })),
    );
    await this.#save(
      "BaseUserPwdHistory",
      "id",
      all.map(({ userName }) => ({ userId: users.get(userName), hash: phc, pepperId, changedAt })),
    );
    await this.#save(
      "BaseUserResp",
      "id",
      all.map(({ userName, resp }) => ({ userId: users.get(userName), responsibilityId: responsibilities.get(resp), startDate: since })),
    );
    const entries = all.filter(({ org }) => org);
    await this.#save(
      "BaseUserOrgPermit",
      "id",
      entries.map(({ userName, org }) => ({
        userId: users.get(userName),
        orgId: orgs.get(org!),
        permitType: "INCLUDE",
        includeChildren: "Y",
      })),
    );
  }
}
