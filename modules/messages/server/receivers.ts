import type { Me } from "#kernel/entity.ts";
import { Refusal } from "#kernel/refusal.ts";
import { findFor } from "#kernel/server/find-for.ts";
import { heldOn } from "#kernel/server/permit.ts";
import { q } from "#kernel/server/schema.ts";
import type { Row } from "#kernel/server/visible.ts";
import { systemMe } from "#kernel/server/permit.ts";
import { houseDay } from "#kernel/time.ts";
import { askRule } from "#modules/rules/index.ts";
import type { Office } from "./office.ts";
import { askQuery, readerOf, type QueryFound, type QueryReader } from "./receiver-query.ts";

/** A receiver definition as it stands in its table. */
export interface ReceiverShape extends QueryReader {
  readonly id: string;
  readonly receiveCode: string;
  readonly kind: string;
  readonly value: Readonly<Record<string, unknown>> | null;
  readonly includeDelegates: string;
}

/** The columns a definition is read by. */
export const receiverColumns = `id, "receiveCode", kind, value, "includeDelegates", "readerId", "readerRespId"`;

/** What receivers are found from: the values of the event and the row of its document. */
export interface Basis {
  readonly values: Readonly<Record<string, unknown>>;
  readonly document: Row | null;
}

const list = (value: unknown): string[] =>
  (Array.isArray(value) ? value : value === null || value === undefined || value === "" ? [] : String(value).split(",")).map((one) =>
    String(one).trim(),
  );

const hatOfRole: Readonly<Record<string, string>> = { SALES: "SUP_SALES", QUALITY: "SUP_QUALITY", FINANCE: "SUP_FINANCE" };

/** Finds the people definitions mean. Whether each may be told is asked afterwards, and of everybody alike. */
export class Receivers {
  readonly #office: Office;

  constructor(office: Office) {
    this.#office = office;
  }

  /** `reader` carries out queries with the rights of whoever tries a definition, instead of its own reader's. */
  async resolve(definitions: readonly ReceiverShape[], basis: Basis, reader?: Me): Promise<readonly string[]> {
    const found = new Set<string>();
    for (const one of definitions) {
      const ids = await this.one(one, basis, reader);
      for (const id of ids) found.add(id);
      if (one.includeDelegates === "Y") for (const id of await this.#delegates(ids)) found.add(id);
    }
    return [...found];
  }

  /** The people of one definition, before anybody is left out. */
  async one(shape: ReceiverShape, basis: Basis, reader?: Me): Promise<readonly string[]> {
    const value = shape.value ?? {};
    switch (shape.kind) {
      case "USERS":
        return this.#named(value["userIds"]);
      case "RESPONSIBILITY":
        return this.#wearers(String(value["respCode"] ?? ""), null);
      case "BPM_ROLE":
        return this.#roleHolders(String(value["roleCode"] ?? ""));
      case "POSITION":
        return this.#seated(list(value["positionIds"]));
      case "DOC_FIELD":
        return this.#named(value["value"] ? basis.values[String(value["value"])] : firstOf(basis.document, String(value["field"])));
      case "SUPPLIER_ADMINS":
        return this.#supplierAdmins(suppliersOf(value, basis));
      case "SUPPLIER_CONTACT":
        return this.#contacts(String(value["role"] ?? ""), suppliersOf(value, basis));
      case "RULE":
        return this.#byRule(String(value["ruleCode"] ?? ""), basis);
      case "QUERY":
        return this.#byQuery(shape, basis, reader);
      case "ALL_SUPPLIERS":
        return this.#everybody("SUPPLIER");
      case "ALL_INTERNAL":
        return this.#everybody("INTERNAL");
      default:
        return [];
    }
  }

  async #ids(sql: string, values: readonly unknown[]): Promise<string[]> {
    return (await this.#office.kernel.db.query<{ id: string }>(sql, values)).map((row) => row.id);
  }

  #today(): string {
    return houseDay(this.#office.clock.now());
  }

  #everybody(userType: string): Promise<string[]> {
    return this.#ids(`select id from "BaseUsers" where "userType" = $1 and "userStatus" = 'ACTIVE' order by id`, [userType]);
  }

  #wearers(respCode: string, supplierId: string | null): Promise<string[]> {
    return this.#ids(
      `select distinct a.id from "BaseUserResp" u join "BaseResponsibility" r on r.id = u."responsibilityId" join "BaseUsers" a on a.id = u."userId"
       where r."respCode" = $1 and a."userStatus" = 'ACTIVE' and ${heldOn("$2")} and ($3::text is null or coalesce(u."supplierId", a."supplierId") = $3) order by a.id`,
      [respCode, this.#today(), supplierId],
    );
  }

  /** Members of a workflow role where workflow keeps them; otherwise the wearers of the hat of that name. */
  async #roleHolders(roleCode: string): Promise<string[]> {
    const { declared, db } = this.#office.kernel;
    const role = declared.entities.get("BpmRole");
    const members = role
      ? Object.values(role.lines as Record<string, { name: string; fields: Row }>).find((line) => "userId" in line.fields)
      : undefined;
    if (!role || !members) return this.#wearers(roleCode, null);
    const rows = await db.query<{ id: string }>(
      `select m."userId" as id from ${q(members.name)} m join "BpmRole" r on r.id = m."parentId" where r."roleCode" = $1 and m."userId" is not null`,
      [roleCode],
    );
    return rows.map((row) => row.id);
  }

  #seated(positionIds: readonly string[]): Promise<string[]> {
    return this.#ids(
      `select distinct a.id from "BasePositionAllot" s join "BaseUsers" a on a."personId" = s."personId"
       where s."positionId" = any($1) and s."startDate" <= $2 and (s."endDate" is null or s."endDate" >= $2) and a."userStatus" = 'ACTIVE' order by a.id`,
      [positionIds, this.#today()],
    );
  }

  /** Ids of accounts, account names or ids of employees: whichever a document or an event names people by. */
  #named(value: unknown): Promise<string[]> {
    const names = list(value);
    return names.length
      ? this.#ids(`select id from "BaseUsers" where id = any($1) or lower("userName") = any($2) or "personId" = any($1) order by id`, [
          names,
          names.map((name) => name.toLowerCase()),
        ])
      : Promise.resolve([]);
  }

  #supplierAdmins(supplierIds: readonly string[]): Promise<string[]> {
    return supplierIds.length
      ? this.#ids(
          `select id from "BaseUsers" where "userType" = 'SUPPLIER' and "supplierId" = any($1) and "supAdminFlag" = 'Y' and "userStatus" = 'ACTIVE' order by id`,
          [supplierIds],
        )
      : Promise.resolve([]);
  }

  /** Each company's people in charge of this; where nobody is, its administrators. */
  async #contacts(role: string, supplierIds: readonly string[]): Promise<readonly string[]> {
    const contact = this.#office.kernel.declared.entities.get("SrmSupContact");
    const isKept = contact && "userId" in contact.fields && "contactRole" in contact.fields;
    const owner = contact && "supplierId" in contact.fields ? '"supplierId"' : '"parentId"';
    const found: string[] = [];
    for (const supplierId of supplierIds) {
      const named = isKept
        ? await this.#ids(
            `select distinct "userId" as id from "SrmSupContact" where ${owner} = $1 and "contactRole"::text like '%' || $2 || '%' and "userId" is not null`,
            [supplierId, role],
          )
        : [];
      const worn = named.length === 0 && hatOfRole[role] ? await this.#wearers(hatOfRole[role], supplierId) : named;
      found.push(...(worn.length ? worn : await this.#supplierAdmins([supplierId])));
    }
    return found;
  }

  async #byQuery(shape: ReceiverShape, { values, document }: Basis, asked?: Me): Promise<readonly string[]> {
    const { kernel, alarm } = this.#office;
    const reader = asked ?? (await readerOf(kernel, shape));
    if (!reader) {
      alarm(new Error(`receiver definition ${shape.receiveCode}: whoever saved its query may no longer sign in; save it again`));
      return [];
    }
    try {
      return await this.people(await askQuery(kernel, shape.value, { ...document, ...values }, reader));
    } catch (error) {
      // One definition that went out of date must not keep a message from everybody else.
      if (asked || !(error instanceof Refusal)) throw error;
      alarm(new Error(`receiver definition ${shape.receiveCode}: ${error.text[1]}`));
      return [];
    }
  }

  /** The accounts behind what a query found. */
  async people({ by, ids, role }: QueryFound): Promise<readonly string[]> {
    if (ids.length === 0) return [];
    if (by === "user") return this.#named([...ids]);
    if (by === "supplier") return role ? this.#contacts(role, ids) : this.#supplierAdmins(ids);
    return this.#ids(`select distinct "userId" as id from "SrmSupContact" where id = any($1) and "userId" is not null order by 1`, [ids]);
  }

  async #byRule(ruleCode: string, { values, document }: Basis): Promise<readonly string[]> {
    const facts = findFor(this.#office.kernel, systemMe("messages"));
    const { outputs } = await askRule(facts, ruleCode, { ...document, ...values }, { now: this.#office.clock.now().toISOString() });
    const named = list((outputs as Row)["receivers"]);
    const people = await this.#named(named);
    const hats = await Promise.all(named.map((code) => this.#wearers(code, null)));
    return [...new Set([...people, ...hats.flat()])];
  }

  /** Whoever stands in for these people now hears with them. */
  #delegates(userIds: readonly string[]): Promise<string[]> {
    return userIds.length
      ? this.#ids(
          `select distinct "toUserId" as id from "BaseUserAuthorisation" where "fromUserId" = any($1) and status in ('PENDING', 'ACTIVE') and "startTime" <= $2 and "endTime" > $2`,
          [userIds, this.#office.clock.now()],
        )
      : Promise.resolve([]);
  }
}

/** The first of several fields that names somebody. */
const firstOf = (document: Row | null, fields: string): unknown =>
  fields
    .split(",")
    .map((field) => document?.[field.trim()])
    .find((value) => value !== null && value !== undefined && value !== "");

/** The document's supplier, or those a definition points to. */
const suppliersOf = (value: Readonly<Record<string, unknown>>, { values, document }: Basis): readonly string[] => {
  const key = typeof value["of"] === "string" ? value["of"] : "supplierId";
  return list(values[key] ?? document?.[key]);
};
