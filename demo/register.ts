import { isCreditCode } from "#kernel/credit-code.ts";
import type { Gate } from "#kernel/server/gate/gate.ts";
import { newId } from "#kernel/server/id.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { systemMe } from "#kernel/server/permit.ts";
import { dayIn } from "#kernel/time.ts";

type Row = Record<string, any>;
const day = 86_400_000;
const register = "SrmSupRegister";
const invite = "SrmSupRegisterInvite";
const lead = "SrmSlcSupplierLead";

/** Leads, invitations and registrations of the demonstration's company, each in another place of its way. */
export async function demoRegister(kernel: Kernel, gate: Gate, password: string, now: () => Date): Promise<void> {
  await new Applicants(kernel, gate, now).run(password);
}

/** A well-formed credit code of a company that does not exist. */
function creditCode(n: number): string {
  const body = `91330200MA${String(2_000_000 + n)}`.slice(0, 17);
  return [..."0123456789ABCDEFGHJKLMNPQRTUWXY"].map((last) => body + last).find(isCreditCode)!;
}

class Applicants {
  readonly #kernel: Kernel;
  readonly #gate: Gate;
  readonly #now: () => Date;
  #country = "";
  #org = "";
  #categories: string[] = [];
  #people = new Map<string, string>();

  constructor(kernel: Kernel, gate: Gate, now: () => Date) {
    this.#kernel = kernel;
    this.#gate = gate;
    this.#now = now;
  }

  async #act(entity: string, action: string, id: string | undefined, input: Row, by = "supplier.mgr", back = 0): Promise<Row> {
    const me = { ...systemMe("demo"), userId: this.#people.get(by) ?? by };
    const outcome = await this.#kernel.actor.act(
      { entity: this.#kernel.declared.entity(entity), action, targets: [{ id, input }], reason: "demo" },
      { me, now: new Date(this.#now().getTime() - back * day), requestId: newId(), ip: "192.0.2.30" },
    );
    return outcome.documents[0] ?? {};
  }

  async #ground(): Promise<void> {
    const { db } = this.#kernel;
    const one = async (sql: string): Promise<string> => (await db.one<{ id: string }>(sql))?.id ?? "";
    this.#country = await one(`select id from "SrmBaseDistrict" where "districtCode" = 'CN' and "districtLevel" = 'COUNTRY'`);
    this.#org = await one(`select id from "BaseOrganization" where "orgCode" = 'BU-E'`);
    this.#categories = (
      await db.query<{ id: string }>(
        `select id from "SrmBasePurchaseCategory" where "leafFlag" = 'Y' and "enabledFlag" = 'Y' order by "categoryCode" limit 4`,
      )
    ).map((row) => row.id);
    for (const { id, userName } of await db.query<{ id: string; userName: string }>(
      `select id, "userName" from "BaseUsers" where "userName" in ('supplier.mgr', 'sourcing01', 'buyer.east01')`,
    ))
      this.#people.set(userName, id);
  }

  async run(password: string): Promise<void> {
    await this.#ground();
    if (this.#country === "" || this.#org === "" || this.#categories.length === 0) return;
    await this.#leads();
    await this.#invites();
    await this.#registers(password);
  }

  async #leads(): Promise<void> {
    const names = [
      ["云杉精铸有限公司", "FAIR", "A"],
      ["北极星轴承有限公司", "SEARCH", "B"],
      ["琥珀包装材料有限公司", "RECOMMEND", "B"],
      ["青禾电子有限公司", "SOURCING_GAP", "A"],
      ["月湾物流有限公司", "SELF", "C"],
    ] as const;
    const ids: string[] = [];
    for (const [i, [companyName, leadSource, rating]] of names.entries()) {
      const contact = { contactName: "联系人", email: `lead${i}@invented${i}.example` };
      const draft = { companyName, uscc: creditCode(10 + i), leadSource, rating, categoryIds: [this.#categories[i % 4]], ...contact };
      ids.push((await this.#act(lead, "saveOrUpdate", undefined, draft, "sourcing01", 20 - i))["id"]);
    }
    const ownerId = this.#people.get("sourcing01");
    for (const id of ids.slice(1, 4)) await this.#act(lead, "doAssign", id, { ownerId }, "supplier.mgr", 12);
    for (const id of ids.slice(2, 4)) await this.#act(lead, "doContact", id, { contactNote: "已电话沟通，有合作意愿" }, "sourcing01", 8);
    await this.#act(lead, "doInvite", ids[3], { orgId: this.#org }, "sourcing01", 6);
    await this.#act(lead, "doCloseLead", ids[4], { closeReason: "产品不符" }, "sourcing01", 5);
  }

  async #invites(): Promise<void> {
    const validTo = dayIn(new Date(this.#now().getTime() + 20 * day).toISOString(), "Asia/Shanghai");
    const names = ["白鹭紧固件有限公司", "Copperleaf Components Ltd", "山岚涂料有限公司", "潮汐传感器有限公司"];
    for (const [i, companyName] of names.entries()) {
      const { id } = await this.#act(
        invite,
        "saveOrUpdate",
        undefined,
        {
          companyName,
          contactName: "市场部",
          email: `sales@invited${i}.example`,
          orgId: this.#org,
          categoryIds: [this.#categories[i % 4]],
          validTo,
          messageCn: "期待与贵司合作。",
          messageEn: "We look forward to working with you.",
        },
        "buyer.east01",
        4,
      );
      if (i > 0) await this.#act(invite, "doSend", id, {}, "buyer.east01", 3);
      if (i === 2) await this.#act(invite, "doOpen", id, {}, "demo", 2);
      if (i === 3) await this.#act(invite, "doCancel", id, {}, "buyer.east01", 1);
    }
  }

  async #enrol(n: number, companyName: string, password: string, more: Row = {}): Promise<string> {
    const { phc, pepperId } = await this.#gate.passwords.hash(password);
    const back = 9 - n;
    const { id } = await this.#act(
      register,
      "doEnrol",
      undefined,
      {
        companyName,
        supplierNature: "MAINLAND",
        uscc: creditCode(50 + n),
        countryId: this.#country,
        username: `applicant${n}`,
        contactName: `申请人${n}`,
        mobile: `1390000000${n}`,
        email: `applicant${n}@maker${n}.example`,
        wantedCategoryIds: this.#categories.slice(0, 2),
        wantedOrgIds: [this.#org],
        ...more,
        door: {
          ...{ source: "OPEN", inviteId: null, leadId: null, joinFlag: "N", passwordHash: phc, pepperId, visitorHash: newId() },
          ...{ emailProven: "Y", mobileProven: "Y", regLanguage: "CN", consentVersion: "2026-01", consentIp: "192.0.2.30" },
          consentDate: new Date(this.#now().getTime() - back * day).toISOString(),
        },
      },
      "demo",
      back,
    );
    await this.#act(register, "doSubmit", id, {}, "demo", back);
    return id;
  }

  async #registers(password: string): Promise<void> {
    await this.#enrol(1, "霜叶机电有限公司", password);
    await this.#enrol(2, "鲸落塑业（宁波）有限公司", password);
    const filling = await this.#enrol(3, "石英光学有限公司", password);
    const begun = await this.#enrol(4, "竹屿自动化有限公司", password);
    const refused = await this.#enrol(5, "无名贸易有限公司", password);
    await this.#act(register, "doApproval", filling, {}, "supplier.mgr", 3);
    await this.#act(register, "doApproval", begun, {}, "supplier.mgr", 2);
    await this.#act(register, "doReject", refused, { opinion: "不在合作范围" }, "supplier.mgr", 2);
    const own = await this.#kernel.db.one<{ userId: string }>(`select "userId" from "SrmSupRegister" where id = $1`, [begun]);
    await this.#act(
      register,
      "saveOrUpdate",
      begun,
      {
        supplierType: "MANUFACTURER",
        legalPerson: "竹一",
        registeredAddress: "虚构市竹屿路 8 号",
        mainProducts: "自动化夹具、非标设备",
        employeeCount: 86,
        devices: [{ deviceName: "五轴加工中心", model: "V5-800", deviceKind: "PRODUCTION", qty: 2 }],
      },
      own?.userId ?? "demo",
      1,
    );
    await this.#act(register, "doAssign", begun, { reviewerId: this.#people.get("supplier.mgr") });
  }
}
