import { expect, test } from "vitest";
import { organization } from "./platform/organization.entity.ts";
import { user } from "./platform/user.entity.ts";
import { all, every, joined, relation, sql, within, worded, type Relation } from "./query.ts";

const spaced = ({ text, values }: { readonly text: string; readonly values: readonly unknown[] }) => [text.replaceAll(/\s+/g, " "), values];

test("a statement names each relation, its columns by that name, and brings its values along", () => {
  const u = every(user);
  const o = every(organization);
  const asked = sql`${u.userStatus} = ${"ACTIVE"}`;
  const written = sql`select ${u.id}, ${o.orgName} from ${u} join ${o} on ${o.id} = ${u.orgId} where ${asked} or (${asked} and ${o.id} = any(${["a"]}::text[]))`;
  expect(spaced(written.write())).toEqual([
    'select t1."id", t2."orgName" from "BaseUsers" t1 join "BaseOrganization" t2 on t2."id" = t1."orgId" where t1."userStatus" = $1 or (t1."userStatus" = $1 and t2."id" = any($2::text[]))',
    ["ACTIVE", ["a"]],
  ]);
});

test("a relation is written with the columns that are used of it, and with the values of its own conditions", () => {
  const seen = relation<Relation & { readonly a: never; readonly b: never; readonly c: never }>(
    { name: "Seen", text: (columns, values) => `(select ${columns.join(", ")} from "Seen" where org = ${values.add("O")})` },
    ["a", "b", "c"],
  );
  expect(sql`select ${seen.b} from ${seen} where ${seen.a} = ${1}`.write()).toEqual({
    text: 'select t1."b" from (select b, a from "Seen" where org = $1) t1 where t1."a" = $2',
    values: ["O", 1],
  });
});

test("what would be read from nowhere, or past what narrows it, is refused", () => {
  const u = every(user);
  expect(() => sql`select ${u.id} from "Other"`.write()).toThrow("BaseUsers");
  const head = every(organization);
  const line = relation<Relation>({ name: "Line", through: head, text: () => "(select 1)" }, []);
  expect(() => sql`select 1 from ${line}`.write()).toThrow("BaseOrganization");
  expect(() => `${sql`select 1`}`).toThrow("sql`");
  expect(() => sql`select ${undefined as never}`).toThrow("select");
});

test("conditions that ask nothing are left out", () => {
  const u = every(user);
  const text = (part: ReturnType<typeof all>): unknown[] => spaced(sql`select 1 from ${u} where ${part}`.write());
  expect(text(all(null, false, within(u.orgId, "all")))).toEqual(['select 1 from "BaseUsers" t1 where true', []]);
  expect(text(all(sql`a`, within(u.orgId, { not: ["x"] }), within(u.id, [])))).toEqual([
    'select 1 from "BaseUsers" t1 where a and not (t1."orgId" = any($1::text[])) and t1."id" = any($2::text[])',
    [["x"], []],
  ]);
  expect(joined([]).write().text).toBe("");
});

test("names stand in the reader's language", () => {
  const u = every(user);
  const name = (language: "CN" | "EN"): string => sql`select ${worded({ language }, u.displayName)} from ${u}`.write().text;
  expect([name("CN"), name("EN")]).toEqual([
    'select t1."displayName" from "BaseUsers" t1',
    `select coalesce(nullif(t1."displayNameEn", ''), t1."displayName") from "BaseUsers" t1`,
  ]);
});
