import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Me } from "#kernel/entity.ts";
import { openPreview } from "#kernel/server/file/preview/engine.ts";
import { Outside } from "#kernel/server/outside/outside.ts";
import { houseOf } from "#modules/contracts/server.ts";
import { SignDesk } from "#modules/contracts/signing/desk.calls.ts";
import type { Row } from "../cast.ts";
import { creditCode } from "../supplier.ts";
import { ContractStage } from "./stage.ts";

const personAccount = "SrmCctSignPersonAccount";
const companyAccount = "SrmCctSignOrgAccount";
const passport = (n: number): string => `E${String(10_000_000 + n)}`;

/** Who may sign, and how a published contract is signed electronically on a day gone by. */
export class Signing extends ContractStage {
  readonly #accounts = new Map<string, string>();
  #temp = "";
  #preview: Awaited<ReturnType<typeof openPreview>> | null = null;

  /** The signing desk of the installation, as it would work on that day. */
  #desk(back: number): SignDesk {
    const { gate, storages, dataDir } = this.rooms;
    const { kernel } = this;
    const files = { storages, temp: this.#temp, preview: this.#preview! };
    const clock = { now: () => this.dayAgo(back) };
    return new SignDesk({ kernel, gate, files, clock, outside: new Outside(""), dataDir }, houseOf({ kernel, env: {} }));
  }

  protected async withDesk(work: () => Promise<void>): Promise<void> {
    this.#temp = await mkdtemp(join(tmpdir(), "contracts-"));
    this.#preview = await openPreview({ temp: this.#temp, soffice: null });
    try {
      await work();
    } finally {
      await this.#preview.close();
      await rm(this.#temp, { recursive: true, force: true });
    }
  }

  /** Persons and companies with an account; the last ones are not checked yet, or cannot sign any more. */
  protected async accounts(): Promise<void> {
    // Certificates count from the day the authority began.
    await this.#desk(430).authority.certificate(this.dayAgo(430));
    const [chief, buyer, keeper, seller, sender] = await Promise.all([
      this.people.chief.userId,
      this.people.buyer.userId,
      this.people.keeper.userId,
      this.portal("星铸钣金").then((me) => me.userId),
      this.portal("鲸落塑业").then((me) => me.userId),
    ]);
    for (const [n, [name, userId, mobile]] of (
      [
        ["采购总监", chief, "13900000001"],
        ["采购专员（华东一）", buyer, "13900000002"],
        ["法务专员", this.legal.userId, "13900000003"],
        ["星铸钣金 合同代表", seller, "13900000004"],
        ["鲸落塑业 合同代表", sender, "13900000005"],
      ] as const
    ).entries())
      this.#accounts.set(name, await this.#account(personAccount, { name, userId, mobile, idType: "PASSPORT", idNo: passport(n) }));
    const unchecked = { name: "仓管员（苏州）", userId: keeper, mobile: "13900000006", idType: "PASSPORT", idNo: passport(6) };
    await this.act(personAccount, "saveOrUpdate", undefined, unchecked, this.legal, 3);
    await this.#companies();
  }

  async #companies(): Promise<void> {
    const seals = (keeper: string): Row[] => [
      { sealId: "GZ", name: "公章", kind: "OFFICIAL", keeperUserId: keeper },
      { sealId: "HT", name: "合同专用章", kind: "CONTRACT", keeperUserId: keeper },
    ];
    const ours = { ownerType: "OURS", legalPerson: "示例法人", sealJson: seals(this.legal.userId) };
    const theirs = { ownerType: "SUPPLIER", legalPerson: "示例法人" };
    const admin = this.#accounts.get("法务专员")!;
    for (const [name, input, signers] of [
      [
        "ours",
        { ...ours, orgId: this.id("org"), orgName: "华东事业部", uscc: creditCode(1) },
        [
          ["采购总监", null],
          ["法务专员", "500000"],
        ],
      ],
      ["星铸钣金", { ...theirs, ...this.#company("星铸钣金") }, [["星铸钣金 合同代表", "1000000"]]],
      ["鲸落塑业", { ...theirs, ...this.#company("鲸落塑业") }, [["鲸落塑业 合同代表", "300000"]]],
    ] as const) {
      const id = await this.#account(companyAccount, { ...input, adminPersonAccountId: admin });
      this.#accounts.set(name, id);
      for (const [person, maxAmount] of signers) {
        const right = { personAccountId: this.#accounts.get(person), from: this.dateIn(-420), to: this.dateIn(300), maxAmount };
        await this.act(companyAccount, "doAuthorise", id, right, this.legal, 418);
      }
    }
    const old = this.#accounts.get("采购专员（华东一）")!;
    await this.act(personAccount, "doDisable", old, {}, this.legal, 30);
  }

  #company = (short: string): Row => {
    const { id, supplierName, uscc } = this.suppliers.get(short)!;
    return { supplierId: id, orgName: supplierName, uscc };
  };

  async #account(entity: string, input: Row): Promise<string> {
    const made = await this.act(entity, "saveOrUpdate", undefined, input, this.legal, 420);
    await this.act(entity, "doSync", made["id"], {}, this.legal, 420);
    return String(made["id"]);
  }

  /** The official copy, made as it would have been on the day of publication. */
  protected officialCopy = (id: string, back: number): Promise<unknown> => this.#desk(back).officialCopy(id);

  /** Signing begun by the buyer; the first sides of the order sign. */
  protected async signing(doc: Row, short: string, by: readonly ("SUPPLIER" | "BUYER")[], back: number): Promise<Row> {
    const id = String(doc["id"]);
    await this.officialCopy(id, back);
    const signer = (side: string, person: string, company: string): Row => ({
      ...{ side, personAccountId: this.#accounts.get(person), orgAccountId: this.#accounts.get(company), sealId: null },
    });
    const signers = [signer("SUPPLIER", `${short} 合同代表`, short), signer("BUYER", "采购总监", "ours")];
    await this.on(id, "doStartSign", { signers, provider: "BUILTIN", expireDays: 15, linkFlag: "N" }, this.people.buyer, back);
    return this.signedBy(id, short, by, back - 1);
  }

  /** These sides sign one after the other. */
  protected async signedBy(id: string, short: string, by: readonly ("SUPPLIER" | "BUYER")[], back: number): Promise<Row> {
    const people: Readonly<Record<string, Me>> = { SUPPLIER: await this.portal(short), BUYER: this.people.chief };
    for (const side of by) {
      const desk = this.#desk(back);
      const flow = await desk.flow((await this.contractNow(id))["signFlowId"]);
      const task = flow.tasks.find((row) => row.side === side)!;
      const { userId, displayName } = people[side]!;
      const way = flow.signMode === "CLICK" ? "CODE_EMAIL" : "PASSWORD";
      await desk.sign(flow.id, task.id, { userId, name: task.signerName ?? displayName, ip: "192.0.2.18", way });
    }
    return this.contractNow(id);
  }
}
