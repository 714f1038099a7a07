import { join } from "node:path";
import type { Client } from "../support/client.ts";
import { Client as Visitor, overNetwork } from "../support/client.ts";
import { save } from "../support/kernel.ts";
import { wholeLetters } from "../support/letters.ts";
import type { TestProduct } from "../support/product.ts";
import { systemMe } from "#kernel/server/access/permit.ts";

export const REGISTER = "srmServer/v1/srmSupRegisterRestful";
export const password = "Kiln7!rope#2";
const system = systemMe("test");

/** A visitor's page: an anonymous session of its own. */
export const visitor = (product: TestProduct): Promise<Client> => new Visitor(overNetwork(product.url)).connect();

/** A captcha whose answer the test puts there itself: nobody can read it out of the table. */
export async function captcha(product: TestProduct, client: Client): Promise<{ captchaId: string; captchaCode: string }> {
  const { captchaId } = (await client.call("baseServer/baseLoginService/generateRandomValidate")).data;
  const answer = product.gate.keys.mac("captcha", `${client.certificate}|AB23`);
  await product.kernel.db.query(
    `update "BaseTicket" set content = jsonb_build_object('answer', $1::text) where purpose = 'CAPTCHA' and certificate = $2`,
    [answer, client.certificate],
  );
  return { captchaId, captchaCode: "ab23" };
}

/** Proves an address of a visitor by the code that was sent there. */
export async function proof(product: TestProduct, client: Client, target: string, channel: "EMAIL" | "SMS" = "EMAIL"): Promise<string> {
  const sent = await client.call("baseServer/baseRegisterService/sendCode", { channel, target, ...(await captcha(product, client)) });
  if (sent.status !== "S") throw new Error(`${sent.code} ${sent.msg}`);
  await product.gate.idle();
  const found = await product.kernel.db.query<{ id: string; content: string }>(
    `select id, content from "BaseSentMessage" where recipient = $1 and kind = 'VERIFY_CODE' order by "sentAt" desc limit 1`,
    [target],
  );
  const code = /\d{6}/.exec(wholeLetters(found, join(product.dataDir, "letters"))[0]!.content)![0];
  return (await client.call("baseServer/baseRegisterService/checkCode", { channel, target, code })).data.proofTicket;
}

/** The ground a registration stands on: a country, a category, an organisation. */
export interface Ground {
  readonly countryId: string;
  readonly provinceId: string;
  readonly cityId: string;
  readonly categoryId: string;
  readonly orgId: string;
  readonly bankId: string;
}

export async function groundOf(product: TestProduct): Promise<Ground> {
  const { kernel } = product;
  const entry = async (sql: string): Promise<string> => (await kernel.db.one<{ id: string }>(sql))!.id;
  const countryId = await entry(`select id from "SrmBaseDistrict" where "districtCode" = 'CN' and "districtLevel" = 'COUNTRY'`);
  const provinceId = await entry(`select id from "SrmBaseDistrict" where "districtLevel" = 'PROVINCE' order by "districtCode" limit 1`);
  const cityId = await entry(`select id from "SrmBaseDistrict" where "districtLevel" = 'CITY' order by "districtCode" limit 1`);
  const category = await save(
    kernel,
    "SrmBasePurchaseCategory",
    { categoryCode: "SHEET", categoryName: "钣金", categoryNameEn: "Sheet metal", purchaseKind: "DIRECT" },
    system,
  );
  const org = await save(
    kernel,
    "BaseOrganization",
    { orgCode: "BU1", orgName: "事业部一", orgNameEn: "Unit one", orgType: "BU", functionalCurrency: "CNY" },
    system,
  );
  const bank = await save(kernel, "SrmBaseBank", { bankCode: "TESTBANK", bankName: "测试银行", bankLevel: "HEAD", countryId }, system);
  return { countryId, provinceId, cityId, categoryId: category.id, orgId: org.id, bankId: bank.id };
}

export interface Applied {
  readonly client: Client;
  readonly id: string;
  readonly reply: any;
}

let count = 0;

/** Saves the whole file of an applicant, ready to be handed in. */
export async function fillIn(applicant: Client, ground: Ground, more: Readonly<Record<string, unknown>> = {}): Promise<any> {
  const { register } = (await applicant.call(`${REGISTER}/findMine`)).data;
  const { id, versionNum, companyName, contacts, categories } = register;
  const fileIds = await upload(applicant);
  const saved = await applicant.call(`${REGISTER}/saveOrUpdate`, {
    id,
    versionNum,
    supplierType: "SERVICE",
    legalPerson: "林一",
    provinceId: ground.provinceId,
    cityId: ground.cityId,
    registeredAddress: "虚构路1号",
    mainProducts: "钣金件",
    contacts,
    categories,
    locations: [{ locationType: ["REGISTERED"], countryId: ground.countryId, address: "虚构路1号", primaryFlag: "Y" }],
    accounts: [
      {
        accountName: companyName,
        accountNo: "6222000011112222",
        bankId: ground.bankId,
        currency: "CNY",
        accountUse: "BASIC",
        primaryFlag: "Y",
        fileIds,
      },
    ],
    ...more,
  });
  if (saved.status !== "S") throw new Error(`${saved.code} ${saved.msg} ${JSON.stringify(saved.fieldErrors)}`);
  return saved.data;
}

/** A small text file; answers its id. */
export async function upload(client: Client): Promise<string> {
  const reply = await client.upload("fileServer/v2/file/upload", [
    { name: "proof.txt", bytes: Buffer.from("proof of something invented") },
  ]);
  if (reply.status !== "S") throw new Error(`${reply.code} ${reply.msg}`);
  return reply.data[0].id;
}

/** A visitor goes through all steps; answers the reply of the submission. */
export async function apply(
  product: TestProduct,
  ground: Ground,
  more: Readonly<Record<string, unknown>> = {},
  given?: Client,
): Promise<Applied> {
  const client = given ?? (await visitor(product));
  const n = ++count;
  const email = String(more["email"] ?? `applicant${n}@plant${n}.example`);
  const mobile = `1380000${String(1_000 + n)}`;
  const body = {
    supplierNature: "MAINLAND",
    countryId: ground.countryId,
    companyName: `虚构钣金${n}有限公司`,
    uscc: creditCode(n),
    username: `applicant_${n}`,
    contactName: "林一",
    mobile,
    email,
    wantedCategoryIds: [ground.categoryId],
    wantedOrgIds: [ground.orgId],
    consentVersion: "2026-01",
    ...more,
    proofTickets: {
      EMAIL: await proof(product, client, email),
      ...(client.handshake["channels"].includes("SMS") ? { SMS: await proof(product, client, mobile, "SMS") } : {}),
    },
  };
  // Everybody in a test comes from one address; in life these limits count per address.
  await product.kernel.db.query(`update "BaseVerifyCode" set ip = '-'`);
  await product.kernel.db.query(`update "SrmSupRegister" set "consentIp" = '-'`);
  const saved = await client.call(`${REGISTER}/saveOrUpdate`, body, { sealed: { password } });
  if (saved.status !== "S") return { client, id: "", reply: saved };
  const reply = await client.call(`${REGISTER}/doSubmit`, { id: saved.data.id, versionNum: saved.data.versionNum });
  return { client, id: saved.data.id, reply };
}

const letters = "0123456789ABCDEFGHJKLMNPQRTUWXY";

/** A well-formed credit code of a company that does not exist. */
export function creditCode(n: number): string {
  const body = `91350100M${String(100_000 + n).slice(-6)}00`.slice(0, 17);
  let sum = 0;
  let weight = 1;
  for (const letter of body) {
    sum += letters.indexOf(letter) * weight;
    weight = (weight * 3) % 31;
  }
  return body + letters[(31 - (sum % 31)) % 31];
}
