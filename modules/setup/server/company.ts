import { cmp, isDecimal } from "#kernel/decimal.ts";
import { lookupType } from "#kernel/platform/lookup.entity.ts";
import { calendar, organization } from "#kernel/platform/organization.entity.ts";
import { user } from "#kernel/platform/user.entity.ts";
import { refuse } from "#kernel/refusal.ts";
import { deliveryInfo, district, orgRelation, paymentTerm, storage } from "#modules/base/index.ts";
import { presetOf, taxOf, type CountryPreset, type TaxRate } from "../presets.ts";
import { demand, must, textOr, type Row, type Work } from "./work.ts";

const wrongTax = () =>
  refuse("SETUP_TAX", "税率须为 0 到 100 之间的数字", "The tax rate is a number from 0 to 100", {
    fieldErrors: [{ path: "taxPercent", code: "SETUP_TAX", text: ["须为 0 到 100 之间的数字", "must be a number from 0 to 100"] }],
  });

/** The rate that counts unless another is chosen: the preset's own, or the one whose percentage was typed. */
function taxChosen(preset: CountryPreset, body: Row): TaxRate | null {
  const percent = textOr(body, "taxPercent", "");
  if (percent === "") return null;
  if (!isDecimal(percent) || cmp(percent, "0") < 0 || cmp(percent, "100") > 0) throw wrongTax();
  const made = taxOf(percent);
  return made.code === preset.defaultTax ? null : made;
}

/** The company itself: its group with currency and zone, the calendar, tax rates and payment terms of its country. */
export async function saveCompany(work: Work, body: Row): Promise<void> {
  const name = must(body, "name", "公司名称", "Company name");
  const preset = presetOf(body["preset"]);
  const tax = taxChosen(preset, body);
  const [zone, currency] = [textOr(body, "zone", preset.zone), textOr(body, "currency", preset.currency)];
  const language = textOr(body, "language", preset.language);
  const [cn, en] = preset.calendar;
  const days = preset.holidays.map(({ day, note }) => ({ day, isWorkday: "N", note: note[language === "EN" ? 1 : 0] }));
  const made = await work.ensure(
    calendar,
    { name: language === "EN" ? en : cn },
    {
      name: language === "EN" ? en : cn,
      weekend: preset.weekend,
      days,
    },
    true,
  );
  const [group] = await work.where(organization, { orgType: "GROUP", parentOrgId: null });
  const country = textOr(body, "country", preset.country ?? "");
  const [home] = country === "" ? [] : await work.where(district, { districtLevel: "COUNTRY", districtCode: country });
  await work.ensure(organization, group ? { id: group.id } : { orgCode: "G01" }, {
    ...(group ? {} : { orgCode: "G01", orgType: "GROUP" }),
    orgName: name,
    orgNameEn: name,
    functionalCurrency: currency,
    timeZone: zone,
    calendarId: made.id,
    ...(home ? { districtId: home.id } : {}),
  });
  await taxes(work, [...preset.taxes, ...(tax ? [tax] : [])]);
  await terms(work, preset);
  await work.ensure(user, { id: work.ctx.me.userId }, { userLanguage: language, timeZone: zone });
}

/** Rates of the company's own stand behind the shipped ones. */
export const ownRates = 500;

/** Rates of the country beside those that are shipped. */
async function taxes(work: Work, rates: readonly TaxRate[]): Promise<void> {
  const [type] = await work.where(lookupType, { lookupType: "TAX_RATE" });
  const known = new Set(type?.values.map((doc) => doc.lookupCode));
  const added = rates.filter(({ code }) => !known.has(code));
  if (!type || added.length === 0) return;
  await work.save(lookupType, type.id, {
    versionNum: type.versionNum,
    values: {
      changed: added.map(({ code, label, percent }, i) => ({
        lookupCode: code,
        meaning: label[0],
        meaningEn: label[1],
        seqNum: ownRates + i,
        extra: { percent },
      })),
      removed: [],
    },
  });
  await work.kernel.lookups.ready();
}

async function terms(work: Work, { terms: wanted }: CountryPreset): Promise<void> {
  for (const { code: termCode, label, prepaid, days } of wanted) {
    const [known] = await work.where(paymentTerm, { termCode });
    const term =
      known ??
      (await work.save(paymentTerm, undefined, {
        termCode,
        termName: label[0],
        termNameEn: label[1],
        applyScope: ["ORDER", "CONTRACT", "AGREEMENT", "SUPPLIER"],
        paymentMethod: "TT",
        nodes: [{ nodeSeq: 1, nodeType: prepaid ? "PREPAY" : "INVOICE", proportion: "100", dueMode: "DAYS_AFTER", days }],
      }));
    if (!known || known.status === "DRAFT") await work.act(paymentTerm, "doEnabled", term.id, {});
  }
}

/** What one company needs to order and receive: legal entity, purchasing unit, warehouse with its address. */
export async function savePlaces(work: Work, body: Row): Promise<void> {
  const [group] = await work.where(organization, { orgType: "GROUP", parentOrgId: null });
  if (!group) throw refuse("SETUP_COMPANY", "请先填写公司", "Enter the company first");
  const { taxNo, address, phone } = demand(body, {
    taxNo: ["税号", "Tax number"],
    address: ["地址", "Address"],
    phone: ["收货电话", "Receiving phone"],
  });
  const company = textOr(body, "company", group.orgName);
  const unit = textOr(body, "unit", work.ctx.language === "EN" ? "Purchasing" : "采购部");
  const warehouse = textOr(body, "warehouse", work.ctx.language === "EN" ? "Main warehouse" : "总仓");
  const common = { timeZone: group.timeZone, calendarId: group.calendarId, functionalCurrency: group.functionalCurrency };
  const place = (orgCode: string, name: string, more: Row) =>
    work.ensure(organization, { orgCode }, { orgCode, orgName: name, orgNameEn: name, ...common, ...more });
  const legal = await place("L01", company, { orgType: "LEDGER", parentOrgId: group.id, taxNo, invoiceTitle: company, address });
  const buying = await place("B01", unit, { orgType: "BU", parentOrgId: legal.id });
  const inventory = await place("W01", warehouse, { orgType: "INV", parentOrgId: buying.id, address });
  await work.ensure(
    orgRelation,
    { relationType: "PUR_RECV", sourceOrgId: buying.id, targetOrgId: inventory.id },
    { relationType: "PUR_RECV", sourceOrgId: buying.id, targetOrgId: inventory.id, defaultFlag: "Y", startDate: work.today },
    true,
  );
  const consignee = textOr(body, "consignee", work.ctx.me.displayName);
  await work.ensure(
    deliveryInfo,
    { deliveryCode: "D01" },
    {
      deliveryCode: "D01",
      deliveryName: warehouse,
      orgId: inventory.id,
      address,
      consignee,
      consigneePhone: phone,
      defaultFlag: "Y",
    },
  );
  await work.ensure(
    storage,
    { orgId: inventory.id, storageCode: "WH01" },
    {
      orgId: inventory.id,
      storageCode: "WH01",
      storageName: warehouse,
      storageNameEn: warehouse,
      storageType: "NORMAL",
    },
  );
}
