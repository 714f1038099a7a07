import { isCreditCode } from "#kernel/credit-code.ts";
import type { Me } from "#kernel/entity.ts";
import type { Gate } from "#kernel/server/gate/gate.ts";
import { newId } from "#kernel/server/act/id.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { inOwnName } from "#kernel/server/access/permit.ts";
import { shift } from "#kernel/time.ts";
import { Cast, type Row } from "./cast.ts";
import type { Paper } from "./papers.ts";

const register = "SrmSupRegister";
const invite = "SrmSupRegisterInvite";
const lead = "SrmSlcSupplierLead";

/** Leads, invitations and registrations of the demonstration's company, each in another place of its way. */
export async function demoRegister(kernel: Kernel, gate: Gate, paper: Paper, password: string, now: () => Date): Promise<void> {
  await new Applicants(kernel, gate, paper, now).run(password);
}

/** A well-formed credit code of a company that does not exist. */
export function creditCode(n: number): string {
  const body = `91330200MA${String(2_000_000 + n)}`.slice(0, 17);
  return [..."0123456789ABCDEFGHJKLMNPQRTUWXY"].map((last) => body + last).find(isCreditCode)!;
}

/** Who does what, and under which responsibility. */
const responsibilities = { "supplier.mgr": "SUP_SPECIALIST", sourcing01: "SOURCING", "buyer.east01": "BUYER" } as const;

class Applicants extends Cast {
  readonly #gate: Gate;
  readonly #paper: Paper;
  #country = "";
  #org = "";
  #categories: string[] = [];
  readonly #people = new Map<string, Me>();

  constructor(kernel: Kernel, gate: Gate, paper: Paper, now: () => Date) {
    super(kernel, now);
    this.#gate = gate;
    this.#paper = paper;
  }

  #act(entity: string, action: string, id: string | undefined, input: Row, by = "supplier.mgr", back = 0): Promise<Row> {
    const me = this.#people.get(by);
    return this.act(entity, action, id, input, me && inOwnName(me), back);
  }

  async #ground(): Promise<void> {
    const countries = await this.rows("SrmBaseDistrict", { districtCode: ["CN"], districtLevel: ["COUNTRY"] });
    this.#country = String(countries[0]?.["id"] ?? "");
    this.#org = (await this.idOf("BaseOrganization", "orgCode", "BU-E")) ?? "";
    this.#categories = (await this.rows("SrmBasePurchaseCategory", { leafFlag: "Y", enabledFlag: "Y" }))
      .toSorted((a, b) => (a["categoryCode"] < b["categoryCode"] ? -1 : 1))
      .slice(0, 4)
      .map((row) => String(row["id"]));
    if (this.#org !== "")
      for (const [name, responsibility] of Object.entries(responsibilities)) this.#people.set(name, await this.as(name, responsibility));
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
    const ownerId = this.#people.get("sourcing01")!.userId;
    for (const id of ids.slice(1, 4)) await this.#act(lead, "doAssign", id, { ownerId }, "supplier.mgr", 12);
    for (const id of ids.slice(2, 4)) await this.#act(lead, "doContact", id, { contactNote: "已电话沟通，有合作意愿" }, "sourcing01", 8);
    await this.#act(lead, "doInvite", ids[3], { orgId: this.#org }, "sourcing01", 6);
    await this.#act(lead, "doCloseLead", ids[4], { closeReason: "产品不符" }, "sourcing01", 5);
  }

  async #invites(): Promise<void> {
    const validTo = this.dateIn(20);
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
    const back = n > 5 ? 12 - n : 9 - n;
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
          source: "OPEN",
          inviteId: null,
          leadId: null,
          joinFlag: "N",
          passwordHash: phc,
          pepperId,
          visitorHash: newId(),
          emailProven: "Y",
          mobileProven: "Y",
          regLanguage: "CN",
          consentVersion: "2026-01",
          consentIp: "192.0.2.30",
          consentDate: shift(this.now(), { days: -back }).toISOString(),
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
    this.#people.set("applicant4", await this.as("applicant4", "SUP_REGISTER"));
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
      "applicant4",
      1,
    );
    await this.#act(register, "doAssign", begun, { reviewerId: this.#people.get("supplier.mgr")!.userId });
    await this.#reviewed(password);
  }
  /** A file with everything in it that is asked for, handed in by the applicant. */
  async #handIn(n: number, companyName: string, password: string, more: Row): Promise<{ readonly id: string; readonly by: string }> {
    const id = await this.#enrol(n, companyName, password);
    const by = `applicant${n}`;
    await this.#act(register, "doApproval", id, {}, "supplier.mgr", 4);
    const me = await this.as(by, "SUP_REGISTER");
    this.#people.set(by, me);
    const [city] = await this.rows("SrmBaseDistrict", { districtCode: ["320500"] });
    const [bank] = await this.rows("SrmBaseBank");
    const [licence, account] = await Promise.all([
      this.#paper("营业执照.pdf", ["Business licence", creditCode(50 + n)], me.userId, this.now()),
      this.#paper("开户证明.pdf", ["Proof of bank account", by], me.userId, this.now()),
    ]);
    await this.#act(
      register,
      "saveOrUpdate",
      id,
      {
        supplierType: "MANUFACTURER",
        legalPerson: `法人${n}`,
        provinceId: city?.["parentId"],
        cityId: city?.["id"],
        registeredAddress: `虚构市海棠路 ${n} 号`,
        employeeCount: 120,
        ...more,
        locations: [
          {
            locationType: ["REGISTERED"],
            countryId: this.#country,
            primaryFlag: "Y",
            address: `虚构市海棠路 ${n} 号`,
            addressEn: `${n} Haitang Road, Example City`,
          },
        ],
        accounts: [
          {
            accountName: companyName,
            accountNo: `62220000000000${n}`,
            bankId: bank?.["id"],
            currency: "CNY",
            accountUse: "BASIC",
            primaryFlag: "Y",
            fileIds: account,
          },
        ],
        certificates: [
          {
            certType: "LICENSE",
            certName: "营业执照",
            certNo: creditCode(50 + n),
            validFrom: "2016-03-01",
            longTermFlag: "Y",
            fileIds: licence,
          },
        ],
      },
      by,
      3,
    );
    await this.#act(register, "doSubmitInfo", id, {}, by, 3);
    return { id, by };
  }

  /** Files that wait for a reviewer, one that was sent back, and one that was mended and came again. */
  async #reviewed(password: string): Promise<void> {
    const device = [{ deviceName: "注塑机", model: "HT-380", deviceKind: "PRODUCTION", qty: 6 }];
    await this.#handIn(6, "海棠精密模具有限公司", password, { mainProducts: "精密模具、注塑件", devices: device });
    const open = await this.#handIn(7, "雁南电子有限公司", password, { mainProducts: "连接器、线束", devices: device });
    const again = await this.#handIn(8, "墨石铸造有限公司", password, { mainProducts: "铝铸件", devices: device });
    const wrong = { registeredAddress: "与营业执照不一致，请核对", mainProducts: "请写明材质与工艺" };
    for (const { id } of [open, again])
      await this.#act(register, "doReturn", id, { remarks: wrong, opinion: "请补充后再提交" }, "supplier.mgr", 2);
    const mended = { registeredAddress: "虚构市海棠路 8 号 3 幢", mainProducts: "铝铸件，重力铸造与低压铸造" };
    await this.#act(register, "saveOrUpdate", again.id, mended, again.by, 1);
    await this.#act(register, "doSubmitInfo", again.id, {}, again.by, 1);
  }
}
