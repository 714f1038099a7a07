import { dayIn } from "#kernel/time.ts";
import type { Gate } from "#kernel/server/gate/gate.ts";
import { newId } from "#kernel/server/id.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { systemMe } from "#kernel/server/permit.ts";
import type { Text } from "#kernel/text.ts";
import type { DemoAccount } from "../product.ts";
import { demoLife } from "./life.ts";

type Row = Record<string, unknown>;

/** Organisation code, names, kind, parent. The group is invented, like everything in it. */
const organisations: readonly (readonly [code: string, cn: string, en: string, kind: string, parent: string | null])[] = [
  ["STAR", "星环制造集团", "Starring Manufacturing Group", "GROUP", null],
  ["STAR-E", "星环华东制造有限公司", "Starring East Manufacturing Co.", "LEDGER", "STAR"],
  ["STAR-S", "星环华南制造有限公司", "Starring South Manufacturing Co.", "LEDGER", "STAR"],
  ["STAR-N", "星环北方制造有限公司", "Starring North Manufacturing Co.", "LEDGER", "STAR"],
  ["BU-E", "华东事业部", "East business unit", "BU", "STAR-E"],
  ["BU-S", "华南事业部", "South business unit", "BU", "STAR-S"],
  ["BU-N", "北方事业部", "North business unit", "BU", "STAR-N"],
  ["INV-E1", "苏州一厂", "Suzhou plant 1", "INV", "BU-E"],
  ["INV-E2", "杭州成品库", "Hangzhou finished goods", "INV", "BU-E"],
  ["INV-S1", "东莞工厂", "Dongguan plant", "INV", "BU-S"],
  ["INV-N1", "天津工厂", "Tianjin plant", "INV", "BU-N"],
];

/** Department code, names, organisation. */
const departments: readonly (readonly [code: string, cn: string, en: string, org: string])[] = [
  ["HQ-GM", "总经理办公室", "General management", "STAR"],
  ["HQ-PUR", "集团采购中心", "Group purchasing", "STAR"],
  ["HQ-QA", "集团质量部", "Group quality", "STAR"],
  ["HQ-FIN", "集团财务部", "Group finance", "STAR"],
  ["HQ-LAW", "法务与审计部", "Legal and audit", "STAR"],
  ["HQ-IT", "信息部", "Information technology", "STAR"],
  ["E-PUR", "华东采购部", "East purchasing", "BU-E"],
  ["E-OPS", "华东生产部", "East production", "BU-E"],
  ["E-WH", "苏州仓库", "Suzhou warehouse", "INV-E1"],
  ["S-PUR", "华南采购部", "South purchasing", "BU-S"],
  ["N-PUR", "北方采购部", "North purchasing", "BU-N"],
];

/** Level code, names, rank, approval limit. */
const levels: readonly (readonly [code: string, cn: string, en: string, rank: number, limit: string])[] = [
  ["L1", "总经理", "General manager", 1, "50000000"],
  ["L2", "总监", "Director", 2, "5000000"],
  ["L3", "经理", "Manager", 3, "500000"],
  ["L4", "专员", "Specialist", 4, "50000"],
];

interface Seat {
  /** Job and seat: one kind of work, one place for it here. */
  readonly job: string;
  readonly text: Text;
  readonly family: string;
  readonly resp: string;
  readonly dept: string;
  readonly level: string;
  readonly above: string | null;
  readonly users: readonly (readonly [userName: string, cn?: string, en?: string, org?: string])[];
}

const seat = (
  job: string,
  cn: string,
  en: string,
  family: string,
  resp: string,
  dept: string,
  level: string,
  above: string | null,
  users: Seat["users"],
): Seat => ({ job, text: [cn, en], family, resp, dept, level, above, users });

/** Who works here: the people are called by what they do. */
const seats: readonly Seat[] = [
  seat("GM", "总经理", "General manager", "MANAGEMENT", "EMPLOYEE", "HQ-GM", "L1", null, [["general.manager"]]),
  seat("CPO", "采购总监", "Purchasing director", "PURCHASE", "PUR_MANAGER", "HQ-PUR", "L2", "GM", [["lead.buyer"]]),
  seat("CFO", "财务总监", "Finance director", "FINANCE", "FINANCE_MANAGER", "HQ-FIN", "L2", "GM", [["finance.lead"]]),
  seat("CQO", "质量总监", "Quality director", "QUALITY", "QUALITY_MANAGER", "HQ-QA", "L2", "GM", [["quality.lead"]]),
  seat("BUYER-E", "采购专员", "Buyer", "PURCHASE", "BUYER", "E-PUR", "L4", "CPO", [
    ["buyer.east01", "华东一", "East 1", "BU-E"],
    ["buyer.east02", "华东二", "East 2", "BU-E"],
  ]),
  seat("BUYER-S", "采购专员", "Buyer", "PURCHASE", "BUYER", "S-PUR", "L4", "CPO", [["buyer.south01", "华南", "South", "BU-S"]]),
  seat("BUYER-N", "采购专员", "Buyer", "PURCHASE", "BUYER", "N-PUR", "L4", "CPO", [["buyer.north01", "北方", "North", "BU-N"]]),
  seat("SOURCING", "寻源专员", "Sourcing specialist", "PURCHASE", "SOURCING", "HQ-PUR", "L4", "CPO", [["sourcing01"]]),
  seat("SUPMGR", "供应商管理专员", "Supplier manager", "PURCHASE", "SUP_SPECIALIST", "HQ-PUR", "L3", "CPO", [["supplier.mgr"]]),
  seat("PERF", "绩效经理", "Performance manager", "PURCHASE", "PERF_MANAGER", "HQ-PUR", "L3", "CPO", [["perf.mgr"]]),
  seat("MASTER", "主数据专员", "Master data specialist", "PURCHASE", "MASTER_DATA", "HQ-PUR", "L4", "CPO", [["master01"]]),
  seat("SQE", "质量工程师", "Quality engineer", "QUALITY", "QUALITY", "HQ-QA", "L4", "CQO", [["quality01"]]),
  seat("AP", "应付会计", "Payables accountant", "FINANCE", "FINANCE", "HQ-FIN", "L4", "CFO", [["finance01"]]),
  seat("PLANT", "生产经理", "Plant manager", "LOGISTICS", "REQUESTER", "E-OPS", "L3", "GM", [["requester01"]]),
  seat("PLANNER", "计划员", "Planner", "LOGISTICS", "PLANNER", "E-OPS", "L4", "PLANT", [["planner01"]]),
  seat("KEEPER", "仓管员", "Warehouse keeper", "LOGISTICS", "WAREHOUSE", "E-WH", "L4", "PLANT", [
    ["warehouse01", "苏州", "Suzhou", "INV-E1"],
  ]),
  seat("MOULD", "模具工程师", "Mould engineer", "TECH", "MOULD_ENGINEER", "E-OPS", "L4", "PLANT", [["mould01"]]),
  seat("LEGAL", "法务专员", "Legal counsel", "MANAGEMENT", "LEGAL", "HQ-LAW", "L3", "GM", [["legal01"]]),
  seat("AUDIT", "审计专员", "Auditor", "MANAGEMENT", "AUDITOR", "HQ-LAW", "L3", "GM", [["auditor"]]),
  seat("EXPERT", "评标专家", "Tender expert", "TECH", "EXPERT", "E-OPS", "L3", "PLANT", [["expert01"]]),
  seat("ITSEC", "安全管理员", "Security administrator", "TECH", "SEC_ADMIN", "HQ-IT", "L3", "GM", [["sec.admin"]]),
  seat("ITORG", "组织管理员", "Organisation administrator", "TECH", "ORG_ADMIN", "HQ-IT", "L3", "GM", [["org.admin"]]),
  seat("ITDEV", "开发管理员", "Developer administrator", "TECH", "DEV_ADMIN", "HQ-IT", "L4", "ITSEC", [["dev.admin"]]),
  seat("ITOPS", "运维工程师", "Operations engineer", "TECH", "OPS", "HQ-IT", "L4", "ITSEC", [["ops01"]]),
  seat("ITBPM", "流程管理员", "Workflow administrator", "TECH", "BPM_ADMIN", "HQ-IT", "L4", "ITSEC", [["bpm.admin"]]),
  seat("ITMSG", "消息管理员", "Message administrator", "TECH", "MSG_ADMIN", "HQ-IT", "L4", "ITSEC", [["msg.admin"]]),
  seat("ITINT", "集成管理员", "Integration administrator", "TECH", "INT_ADMIN", "HQ-IT", "L4", "ITSEC", [["int.admin"]]),
  seat("ITRPT", "报表管理员", "Report administrator", "TECH", "RPT_ADMIN", "HQ-IT", "L4", "ITSEC", [["rpt.admin"]]),
  seat("CLERK", "行政专员", "Office clerk", "OTHER", "EMPLOYEE", "HQ-GM", "L4", "GM", [["employee01"]]),
];

/** The roles the sign-in page offers; every other account of the company has the same password. */
const offered: readonly (readonly [userName: string, label: Text, hint: Text])[] = [
  ["admin", ["系统管理员", "Administrator"], ["用户、权限、设置", "Users, grants, settings"]],
  ["buyer.east01", ["采购专员", "Buyer"], ["华东事业部", "East business unit"]],
  ["lead.buyer", ["采购总监", "Purchasing director"], ["审批、全集团", "Approvals, the whole group"]],
  ["sourcing01", ["寻源专员", "Sourcing specialist"], ["询价、招标", "Inquiries and tenders"]],
  ["supplier.mgr", ["供应商管理专员", "Supplier manager"], ["准入、供应商账号", "Onboarding, supplier accounts"]],
  ["quality01", ["质量工程师", "Quality engineer"], ["检验、异常", "Inspections, defects"]],
  ["warehouse01", ["仓管员", "Warehouse keeper"], ["收货、库存", "Receipts, stock"]],
  ["finance01", ["应付会计", "Payables accountant"], ["对账、发票、付款", "Statements, invoices, payments"]],
  ["auditor", ["审计专员", "Auditor"], ["只读、操作日志", "Read only, operation log"]],
];

/** Fills a fresh installation with the invented group and its people, by actions like anybody's; answers the accounts to offer. */
export async function demoCompany(kernel: Kernel, gate: Gate, password: string, now: () => Date): Promise<readonly DemoAccount[]> {
  const { rows } = await kernel.finder.list(kernel.declared.entity("BaseOrganization"), { pageRows: 1, count: "none" }, systemMe("demo"));
  if (rows.length === 0) {
    await new Company(kernel, gate, now).found(password);
    await demoLife(kernel, now);
  }
  return offered.map(([userName, label, hint]) => ({ userName, password, label, hint }));
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
    const hats = new Map(rows.map((r) => [String(r["respCode"]), String(r["id"])]));
    const jobs = await this.#save(
      "BaseJob",
      "jobCode",
      seats.map((s) => ({
        jobCode: s.job,
        jobName: s.text[0],
        jobNameEn: s.text[1],
        jobFamily: s.family,
        defaultRespIds: [hats.get(s.resp)],
      })),
    );
    const orgOf = (dept: string): string => orgs.get(departments.find(([code]) => code === dept)![3])!;
    const positions = await this.#positions(orgOf, depts, jobs, ranks);
    const people = await this.#people(orgOf, depts, jobs, positions);
    await this.#accounts(people, hats, orgs, password);
  }

  async #organisations(): Promise<Map<string, string>> {
    const calendar = await this.#save("BaseCalendar", "name", [
      {
        name: "标准工作日历",
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
          timeZone: "Asia/Shanghai",
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
        hireDate: "2024-04-01",
      })),
    );
    const byUser = new Map(all.map(({ userName }, i) => [userName, people.get(`E${String(i + 1).padStart(4, "0")}`)!]));
    await this.#save(
      "BasePositionAllot",
      "id",
      all.map(({ s, userName }) => ({
        personId: byUser.get(userName),
        positionId: positions.get(s.job),
        startDate: "2024-04-01",
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

  async #accounts(people: Map<string, string>, hats: Map<string, string>, orgs: Map<string, string>, password: string): Promise<void> {
    const all = seats.flatMap((s) =>
      s.users.map(([userName, cn, , org]) => ({ userName, displayName: cn ? `${s.text[0]}（${cn}）` : s.text[0], resp: s.resp, org })),
    );
    const users = await this.#save(
      "BaseUsers",
      "userName",
      all.map(({ userName, displayName }) => ({
        userName,
        displayName,
        userType: "INTERNAL",
        personId: people.get(userName),
        email: `${userName}@starring.example`,
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
    const startDate = dayIn(changedAt, "Asia/Shanghai");
    await this.#save(
      "BaseUserResp",
      "id",
      all.map(({ userName, resp }) => ({ userId: users.get(userName), responsibilityId: hats.get(resp), startDate })),
    );
    const kept = all.filter(({ org }) => org);
    await this.#save(
      "BaseUserOrgPermit",
      "id",
      kept.map(({ userName, org }) => ({
        userId: users.get(userName),
        orgId: orgs.get(org!),
        permitType: "INCLUDE",
        includeChildren: "Y",
      })),
    );
  }
}
