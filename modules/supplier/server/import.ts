import type { Me } from "#kernel/entity.ts";
import { Refusal } from "#kernel/refusal.ts";
import { newId } from "#kernel/server/act/id.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { inOwnName } from "#kernel/server/access/permit.ts";
import { say, type Text } from "#kernel/text.ts";
import { businessDay } from "#kernel/time.ts";
import { supplierChange } from "../change.entity.ts";
import { fileOf } from "../change.lines.ts";
import { guardOfLine } from "../change.ts";
import { duplicateQuestion, identityFacts, identityFaults } from "../file.ts";
import { confirmedFor, importSheets } from "../import-columns.ts";
import type { ImportChange, ImportedCompany, ImportFinding, ImportRow } from "../import-columns.ts";
import type { Supplier } from "../standing.ts";
import { supplierSite } from "../place.entity.ts";
import { supplierInfo } from "../supplier.entity.ts";
import { factsFor } from "#kernel/server/find/find-for.ts";
import { codeOf, groupsOf, nameTwins, partsOf, placeOf, taxOf, twinText, type Fault, type Group } from "./import-groups.ts";
import { inputOf } from "./import-input.ts";
import { atOnce, byRequest, comparedTables, differences, type Brought, type Difference } from "./import-known.ts";
import type { Built, Checked, Committed, ImportOptions, KnownSupplier, Looked, Understood } from "./import-types.ts";
import { knownSuppliers, notYetAsked, tellOwners } from "./import-stored.ts";
import { Meaning } from "./import-meaning.ts";

const notQualified: Text = ["合格资格须通过供应商准入单授予，不能导入", "A qualification is granted by its own document, not by an import"];
const newAccount: Text = ["新增，进入变更单", "New, by change request"];

/** Checks rows against everything the product knows, and brings suppliers in one by one: new ones into force, known ones as changes. */
export class SupplierImport {
  readonly #options: ImportOptions;
  readonly #kernel: Kernel;
  readonly #me: Me;
  readonly #now: Date;
  readonly #meaning: Meaning;
  #asking: ReturnType<typeof factsFor> | null = null;
  #byTax: ReadonlyMap<string, readonly KnownSupplier[]> = new Map();
  #byCode: ReadonlyMap<string, KnownSupplier> = new Map();
  #looksOnly = true;
  #twins: ReadonlyMap<ImportRow, ImportRow> = new Map();
  #findings: ImportFinding[] = [];
  /** Rows with a fault, by their place. */
  readonly #faulty = new Set<string>();
  #changes: ImportChange[] = [];

  constructor(kernel: Kernel, me: Me, now: Date, options: ImportOptions = {}) {
    this.#kernel = kernel;
    this.#me = me;
    this.#now = now;
    this.#options = options;
    this.#meaning = new Meaning(kernel, this.#fault, options.isComing);
  }

  readonly #fault: Fault = (...fault) => this.#find(...fault);

  #find(row: ImportRow, key: string, code: string, text: Text): void {
    this.#findings.push({ sheet: row.sheet, rowNo: row.rowNo, key, code, msg: say(text, this.#me.language) });
    this.#faulty.add(placeOf(row));
  }

  /** A question without an answer keeps its company out as a fault does. */
  #ask(row: ImportRow, code: string, text: Text): void {
    if (this.#confirmed(row).includes(code)) return;
    this.#find(row, "supplierName", code, text);
    this.#findings.push({ ...this.#findings.pop()!, isQuestion: true });
  }

  readonly #confirmed = (head: ImportRow): readonly string[] => confirmedFor(this.#options.confirmed ?? [], head.rowNo);

  /** All that is wrong and all that would change, row by row; nothing is written. */
  async check(rows: readonly ImportRow[]): Promise<Looked> {
    this.#begin(rows, true);
    const fresh: string[] = [];
    for (const part of partsOf(groupsOf(rows, this.#fault)))
      for (const { group, built } of await this.#understand(part))
        if (built.known === null) fresh.push(codeOf(group.head) || (group.head.values["supplierName"] ?? ""));
    return { ...this.#told(rows), fresh };
  }

  /** Suppliers without a fault come in, each for itself; one with a bad row is held back whole. */
  async commit(rows: readonly ImportRow[]): Promise<Committed> {
    this.#begin(rows, false);
    const done: ImportedCompany[] = [];
    const held: string[] = [];
    const owners: unknown[] = [];
    for (const part of partsOf(groupsOf(rows, this.#fault))) {
      const understood = await this.#understand(part);
      const open = () => understood.filter(({ group }) => !this.#isFaulty(group));
      const fresh = () => open().filter(({ built }) => built.known === null);
      let together = await this.#establishAll(fresh());
      if (together === null && fresh().length > 1) {
        // One of them is refused: those that can be named are, and the others come in without them.
        await Promise.all(fresh().map(({ group, built }) => this.#identity(group.head, built.values, null)));
        together = await this.#establishAll(fresh());
      }
      const good = open();
      for (const entry of understood) {
        const name = entry.group.head.values["supplierName"] ?? "";
        const made = together?.get(entry);
        const company = !good.includes(entry)
          ? null
          : made !== undefined
            ? await this.#withAccounts(entry.built, made)
            : await this.#bringIn(entry.group, entry.built, entry.found);
        if (company) done.push({ name, ...company });
        else held.push(name);
        if (company?.outcome === "NEW") owners.push(entry.built.values["ownerId"]);
      }
    }
    await tellOwners(this.#kernel, owners, this.#me.userId, this.#now);
    return { done, held, ...this.#told(rows) };
  }

  /** Groups that are looked at together: their questions are asked along with each other's. */
  async #understand(groups: readonly Group[]): Promise<readonly Understood[]> {
    this.#asking = factsFor(this.#kernel, this.#me);
    await this.#readKnown(groups);
    return Promise.all(
      groups.map(async (group) => {
        const built = await this.#build(group);
        return { group, built, found: await this.#compare(group, built) };
      }),
    );
  }

  /** What was found, in the order of the rows. */
  #told(rows: readonly ImportRow[]): Checked {
    const order = new Map(rows.map((row, at) => [placeOf(row), at]));
    const at = (importFinding: ImportFinding | ImportChange): number => order.get(placeOf(importFinding)) ?? 0;
    return {
      findings: this.#findings.toSorted((a, b) => at(a) - at(b)),
      changes: this.#changes.toSorted((a, b) => at(a) - at(b)),
    };
  }

  /** New companies come in together; when one of them is refused, each for itself (null). */
  async #establishAll(good: readonly Understood[]): Promise<ReadonlyMap<Understood, string> | null> {
    if (good.length < 2) return null;
    try {
      const { documents } = await this.#kernel.actor.act(
        {
          entity: supplierInfo,
          action: "doImport",
          targets: good.map(({ built }) => this.#target(built)),
          reason: "import",
        },
        this.#doer,
      );
      return new Map(good.map((understood, i) => [understood, String(documents[i]!["id"])]));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return null;
    }
  }

  /** Bank accounts are critical: of a company that has just come in they are asked for by a change request, never written. */
  async #withAccounts({ brought }: Built, supplierId: string): Promise<Omit<ImportedCompany, "name">> {
    const accounts = brought.filter(({ row }) => row.sheet === "accounts");
    if (accounts.length === 0) return { outcome: "NEW", changeNo: null };
    try {
      const { documents } = await this.#kernel.actor.act(
        this.#request(supplierId, byRequest(differences(this.#kernel.declared.seal, {}, accounts))),
        this.#doer,
      );
      return { outcome: "NEW", changeNo: (documents[0]?.["changeNo"] as string | undefined) ?? null };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#find(accounts[0]!.row, "accountNo", error.code, error.text);
      return { outcome: "NEW", changeNo: null };
    }
  }

  #begin(rows: readonly ImportRow[], looksOnly: boolean): void {
    this.#looksOnly = looksOnly;
    this.#twins = nameTwins(rows);
    this.#findings = [];
    this.#faulty.clear();
    this.#changes = [];
  }

  #isFaulty({ head, rows }: Group): boolean {
    return [head, ...rows].some((row) => this.#faulty.has(placeOf(row)));
  }

  async #bringIn(group: Group, built: Built, found: readonly Difference[]): Promise<Omit<ImportedCompany, "name"> | null> {
    try {
      return built.known === null ? await this.#establish(built) : await this.#amend(built.known, found);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code === "CONFIRM_NEEDED") await this.#identity(group.head, built.values, built.known);
      if (!this.#isFaulty(group)) this.#find(group.head, "supplierName", error.code, error.text);
      return null;
    }
  }

  /** The person who imports stands in the history; what a person may not write directly comes in with the whole file. */
  get #doer() {
    return { me: inOwnName(this.#me), now: this.#now, requestId: newId(), ip: null };
  }

  #target(built: Built) {
    return { id: undefined, input: inputOf(built), confirmed: this.#confirmed(built.brought[0]!.row) };
  }

  async #establish(built: Built): Promise<Omit<ImportedCompany, "name">> {
    const { documents } = await this.#kernel.actor.act(
      { entity: supplierInfo, action: "doImport", targets: [this.#target(built)], reason: "import" },
      this.#doer,
    );
    return this.#withAccounts(built, String(documents[0]!["id"]));
  }

  /** Free fields at once, then the request for the others: it must stand on the rows as they are after that. */
  async #amend(supplierId: string, found: readonly Difference[]): Promise<Omit<ImportedCompany, "name">> {
    const [free, asked] = [atOnce(found), byRequest(found)];
    if (free.length)
      await this.#kernel.actor.act(
        {
          entity: supplierInfo,
          action: "doAmend",
          targets: [{ id: supplierId, input: { docType: "IMPORT", docId: supplierId, changes: free } }],
          reason: "import",
        },
        this.#doer,
      );
    const { documents } = asked.length ? await this.#kernel.actor.act(this.#request(supplierId, asked), this.#doer) : { documents: [] };
    return { outcome: found.length ? "CHANGED" : "SAME", changeNo: (documents[0]?.["changeNo"] as string | undefined) ?? null };
  }

  #request(supplierId: string, asked: readonly Pick<Difference, "entityName" | "rowId" | "rowAction" | "fieldKey" | "newValue">[]) {
    const lines = asked.map(({ entityName, rowId, rowAction, fieldKey, newValue }) => ({
      entityName,
      rowId,
      rowAction,
      fieldKey,
      newValue,
    }));
    const changeReason = say(["供应商批量导入", "Bulk import of suppliers"], this.#me.language);
    return { entity: supplierChange, action: "saveOrUpdate", targets: [{ id: undefined, input: { supplierId, changeReason, lines } }] };
  }

  /** What a group would change about a supplier that is known; what the request would be refused for is a fault of its cell. */
  async #compare(group: Group, { known, brought }: Built): Promise<readonly Difference[]> {
    if (known === null || this.#isFaulty(group)) return [];
    const find = factsFor(this.#kernel, this.#me);
    const found = differences(find.declared.seal, await fileOf(find, known, comparedTables), await notYetAsked(find, known, brought));
    const asked = byRequest(found);
    const { refusals } = asked.length ? await this.#kernel.actor.trial(this.#request(known, asked), this.#doer) : { refusals: [] };
    for (const refusal of refusals) {
      const cells = refusal.fieldErrors.flatMap(({ path, code, text }) => {
        const at = asked[Number(/^lines\[(\d+)\]/.exec(path)?.[1] ?? -1)];
        return at ? [{ at, code, text }] : [];
      });
      for (const { at, code, text } of cells) this.#find(at.row, at.key, code, text);
      if (cells.length === 0) this.#find(group.head, "supplierName", refusal.code, refusal.text);
    }
    for (const difference of found) this.#tell(difference);
    return found;
  }

  #tell(difference: Difference): void {
    const { row } = difference;
    const guard = guardOfLine(difference);
    const isNew = difference.rowAction === "ADD";
    const key = isNew ? importSheets[row.sheet].columns[1]!.key : difference.key;
    const last = this.#changes.at(-1);
    if (isNew && last?.sheet === row.sheet && last.rowNo === row.rowNo) return;
    const then: Text = guard === "FREE" ? ["直接更新", "updated at once"] : ["进入变更单", "by change request"];
    const [cn, en] = isNew ? (["新增", "New"] as const) : this.#former(difference);
    this.#changes.push({
      sheet: row.sheet,
      rowNo: row.rowNo,
      key,
      guard,
      msg: say([`${cn}，${then[0]}`, `${en}, ${then[1]}`], this.#me.language),
    });
  }

  /** What the file says now; what points elsewhere is told without its name. */
  #former({ entityName, fieldKey, old }: Difference): Text {
    const field = this.#kernel.declared.entity(entityName).fields[fieldKey]!;
    const values = (Array.isArray(old) ? old : [old])
      .filter((candidate) => candidate !== null && candidate !== undefined && candidate !== "")
      .map(String);
    if (values.length === 0) return ["原为空", "Empty before"];
    if (field.target) return ["与档案不同", "Differs from the file"];
    const names = values.map(
      (value): Text => (field.lookup ? this.#meaning.names(field.lookup) : []).find(([code]) => code === value)?.[1] ?? [value, value],
    );
    return [`原为${names.map(([cn]) => cn).join("、")}`, `Was ${names.map(([, en]) => en).join(", ")}`];
  }

  /** A group as the values of a file; findings say what keeps it from being one. */
  async #build({ head, rows }: Group): Promise<Built> {
    for (const row of [head, ...rows])
      for (const column of importSheets[row.sheet].columns)
        if (column.must && !row.values[column.key])
          this.#find(row, column.key, "TABLE_REQUIRED", [`${column.label[0]}必填`, `${column.label[1]} is required`]);
    const known = this.#existing(head);
    const made = await this.#meaning.company(head);
    // A new company that is written anyway is asked who it is by the rule that brings it in.
    if (this.#looksOnly || known !== null) await this.#identity(head, made, known);
    if (made["qualified"] && !this.#options.qualifies) this.#find(head, "qualified", "SUP_IMP_QUALIFIED", notQualified);
    const twin = this.#twins.get(head);
    if (twin && known === null && !this.#isFaulty({ head, rows: [] })) this.#ask(head, "SUP_DUP", twinText(twin));
    const { qualified: _, ...basics } = made;
    const meant = (row: ImportRow) =>
      row.sheet === "contacts"
        ? this.#meaning.contact(row)
        : row.sheet === "accounts"
          ? this.#meaning.account(row, made)
          : row.sheet === "sites"
            ? this.#meaning.site(row)
            : this.#meaning.location(row);
    const brought: Brought[] = [{ row: head, values: basics }];
    for (const row of rows) {
      const values = await meant(row);
      if (row.sheet === "sites") await this.#site(row, rows, known);
      // Sites of a known supplier are kept on its own page.
      if (row.sheet !== "sites" || known === null) brought.push({ row, values });
      if (row.sheet === "accounts" && known === null)
        this.#changes.push({
          sheet: row.sheet,
          rowNo: row.rowNo,
          key: "accountNo",
          guard: "CRITICAL",
          msg: say(newAccount, this.#me.language),
        });
    }
    return { values: made, brought, known };
  }

  async #site(row: ImportRow, rows: readonly ImportRow[], known: string | null): Promise<void> {
    if (known === null && !rows.some(({ sheet }) => sheet === "locations"))
      this.#find(row, "siteName", "SUP_IMP_LOCATION", ["地点需要该供应商的地址行", "A site needs a row on the sheet of locations"]);
    if (known === null) return;
    const siteName = row.values["siteName"] ?? "";
    const isThere = await factsFor(this.#kernel, this.#me).exists(supplierSite, { supplierId: known, siteName });
    if (!isThere)
      this.#find(row, "siteName", "SUP_IMP_SITE", ["已有供应商的地点请在其页面新增", "Add sites of a known supplier on its own page"]);
  }

  async #identity(head: ImportRow, made: Record<string, unknown>, known: string | null): Promise<void> {
    const find = this.#asking ?? factsFor(this.#kernel, this.#me);
    const stored = known === null ? { id: "-", branchFlag: "N", email: null } : await find.one(supplierInfo, known);
    const given = Object.fromEntries(Object.entries(made).filter(([, value]) => known === null || value !== null));
    const doc = { ...stored, ...given } as unknown as Supplier;
    const facts = await identityFacts(find, doc, businessDay(this.#now.toISOString(), this.#me));
    for (const fault of identityFaults(doc, facts))
      if (fault) this.#find(head, fault.fieldErrors[0]?.path ?? "supplierName", fault.code, fault.text);
    const question = known === null && duplicateQuestion(facts);
    if (question && question.kind === "ask") this.#ask(head, question.code, question.text);
  }

  /** The suppliers of these tax numbers and codes, read together. */
  async #readKnown(groups: readonly Group[]): Promise<void> {
    const rows = await knownSuppliers(this.#kernel, groups);
    this.#byTax = Map.groupBy(rows, (row) => row.tax ?? "");
    this.#byCode = new Map(rows.map((row) => [row.code, row]));
  }

  /** The supplier of this tax number, else of this code. */
  #existing(head: ImportRow): string | null {
    const byTax = taxOf(head) === "" ? [] : (this.#byTax.get(taxOf(head)) ?? []);
    const byCode = this.#byCode.get(codeOf(head));
    const [found, other] = [...byTax, ...(byCode && !byTax.includes(byCode) ? [byCode] : [])];
    if (found && found.infoStatus !== "EFFECTIVE")
      this.#find(head, "supplierCode", "SUP_INF_007", [
        `供应商${found.code}的档案尚未生效，不能导入`,
        `The profile of ${found.code} is not effective yet and cannot be imported`,
      ]);
    if (found && other)
      this.#find(head, "supplierCode", "IMPORT_TWO_SUPPLIERS", [
        `税号属于${found.code}，编码属于${other.code}`,
        `The tax number belongs to ${found.code}, the code to ${other.code}`,
      ]);
    return found?.id ?? null;
  }
}
