import { describe, expect, test } from "vitest";
import { entity } from "#kernel/entity.ts";
import { code, money, ref, secret, text } from "#kernel/field.ts";
import { filesOf, kindOf, planOfEntity, planOfTable } from "./generate.ts";
import { locksOf } from "./locks.ts";

const brand = entity("SrmTrialBrand", "品牌", "Brand", {
  fields: {
    brandCode: code("编码", "Code", { max: 40 }),
    orgId: ref("BaseOrganization", "组织", "Organisation"),
    amount: money("金额", "Amount", { optional: true }),
    pin: secret("口令", "Pin", { optional: true }),
    note: text("备注", "Note", { optional: true }),
  },
  sees: { internal: "all" },
  unique: [{ fields: ["brandCode"] }],
  title: ["brandCode"],
});

describe("flags that can be changed", () => {
  test("what records are known by, what scopes read and what is secret is fixed, with the reason", () => {
    expect(locksOf(brand as never, "brandCode").sensitiveLevel).toEqual(["单据靠它识别", "Identifies records"]);
    expect(locksOf(brand as never, "orgId").sensitiveLevel).toEqual(["数据权限按它判断", "Data scopes read it"]);
    expect(locksOf(brand as never, "pin").searchable).toEqual(["声明为始终隐藏", "Declared as always hidden"]);
    expect(locksOf(brand as never, "amount")).toEqual({ searchable: null, exportable: null, sensitiveLevel: null });
  });
});

describe("the generator", () => {
  const table = {
    tableName: "erp_brand",
    labelCn: "品牌",
    labelEn: "Brand",
    refs: { owner_id: "BaseUsers" },
    columns: [
      { columnName: "id", type: "text", nullable: false, comment: null },
      { columnName: "brand_code", type: "character varying(40)", nullable: false, comment: "品牌编码 / Brand code" },
      { columnName: "brand_name", type: "text", nullable: false, comment: null },
      { columnName: "owner_id", type: "text", nullable: true, comment: null },
      { columnName: "unit_price", type: "numeric(20,8)", nullable: true, comment: null },
      { columnName: "end_date", type: "date", nullable: true, comment: null },
      { columnName: "enabled_flag", type: "text", nullable: false, comment: null },
    ],
  };

  test("a table becomes a declaration in this project's own form", () => {
    const [declaration, slots, note] = filesOf(planOfTable(table));
    expect(declaration!.path).toBe("erp-brand.entity.ts");
    expect(declaration!.text).toContain('export const erpBrand = entity("ErpBrand", "品牌", "Brand", {');
    expect(declaration!.text).toContain('brandCode: code("品牌编码", "Brand code", { max: 40 }),');
    expect(declaration!.text).toContain('ownerId: ref("BaseUsers", "Owner id", "Owner id", { optional: true }),');
    expect(declaration!.text).toContain('enabledFlag: yn("Enabled flag", "Enabled flag", { initial: "Y" }),');
    expect(declaration!.text).toContain('unique: [{ fields: ["brandCode"] }],');
    expect(declaration!.text).toContain('title: ["brandCode", "brandName"],');
    expect(declaration!.text).not.toContain("id: text(");
    expect(slots!.text).toContain("rowTone");
    expect(note!.text).toContain('page("erpBrandList"');
  });

  test("a declared entity is the start of a similar one", () => {
    const [declaration] = filesOf(planOfEntity(brand, "SrmTrialLabel"));
    expect(declaration!.text).toContain('export const trialLabel = entity("SrmTrialLabel", "品牌", "Brand", {');
    expect(declaration!.text).toContain('orgId: ref("BaseOrganization", "组织", "Organisation"),');
    expect(declaration!.text).not.toContain("pin");
  });

  test("kinds follow from types and names", () => {
    expect([
      kindOf("total_amount", "numeric(18,2)"),
      kindOf("tax_rate", "numeric"),
      kindOf("qty", "double precision"),
      kindOf("is_open", "boolean"),
      kindOf("remark", "text"),
      kindOf("created", "timestamp with time zone"),
      kindOf("order_num", "text"),
    ]).toEqual(["money", "rate", "qty", "yn", "longtext", "datetime", "code"]);
  });
});
