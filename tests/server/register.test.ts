import { afterAll, beforeAll, expect, test } from "vitest";
import { systemMe } from "#kernel/server/access/permit.ts";
import { shift } from "#kernel/time.ts";
import type { Client } from "../support/client.ts";
import { save } from "../support/kernel.ts";
import { openTestProduct, type TestProduct } from "../support/product.ts";
import { apply, captcha, creditCode, fillIn, groundOf, password, REGISTER, upload, visitor, type Ground } from "./register-world.ts";
import { runDue } from "../support/due.ts";

const system = systemMe("test");
let product: TestProduct;
let ground: Ground;
let specialist: Client;
let second: Client;
let owner: string;

beforeAll(async () => {
  product = await openTestProduct();
  ground = await groundOf(product);
  owner = await product.person("spec.one", ["SUP_SPECIALIST"]);
  await product.person("spec.two", ["PUR_MANAGER"]);
  specialist = await product.signIn("spec.one");
  second = await product.signIn("spec.two");
});
afterAll(() => product?.drop());

const row = <T>(sql: string, ...values: unknown[]) => product.kernel.db.one<T>(sql, values);
const statusOf = async (id: string): Promise<string> =>
  (await row<{ status: string }>(`select status from "SrmSupRegister" where id = $1`, id))!.status;
const supplierOf = (more: Readonly<Record<string, unknown>>) =>
  save(
    product.kernel,
    "SrmSupInfo",
    {
      supplierName: "虚构老供应商有限公司",
      supplierNature: "OVERSEAS",
      supplierNameEn: "Invented Old Supplier Ltd",
      supplierType: "SERVICE",
      countryId: ground.countryId,
      legalPerson: "Nobody",
      registeredAddress: "Nowhere 1",
      mainProducts: "nothing",
      ownerId: owner,
      ...more,
    },
    system,
  );
const accept = async (id: string): Promise<Client> => {
  expect(await specialist.call(`${REGISTER}/doApproval`, { id })).toMatchObject({ status: "S" });
  const { username } = (await row<{ username: string }>(`select username from "SrmSupRegister" where id = $1`, id))!;
  return product.signIn(username, password);
};

test("supplier 1: a well-formed code is taken up for review, a wrong check digit is refused", async () => {
  const options = await (await visitor(product)).call(`${REGISTER}/findOptions`);
  expect(options).toMatchObject({ status: "S", data: { inviteRequired: false, terms: { version: "2026-01" } } });
  expect(options.data.categories).toEqual([{ id: ground.categoryId, name: "钣金" }]);
  const { reply, id } = await apply(product, ground, { uscc: "91350100M000100Y43" });
  expect(reply).toMatchObject({ status: "S", data: { status: "ACCOUNT_REVIEW" } });
  expect(reply.data.registerNo).toMatch(/^ZC\d{12}$/);
  const stored = await row<Record<string, string>>(
    `select "passwordHash", "emailProven", "consentVersion" from "SrmSupRegister" where id = $1`,
    id,
  );
  expect(stored).toMatchObject({ emailProven: "Y", consentVersion: "2026-01" });
  expect(stored!["passwordHash"]).toMatch(/^\$argon2id\$/);
  expect(JSON.stringify(reply)).not.toContain("argon2id");
  const todo = await row(
    `select 1 from "SrmBaseInsidePending" where "pendingType" = 'REG_REVIEW' and "bizId" = $1 and status = 'OPEN'`,
    id,
  );
  expect(todo).not.toBeNull();
  expect((await apply(product, ground, { uscc: "91350100M000100Y44" })).reply).toMatchObject({ status: "E", code: "SUP_REG_001" });
});

test("supplier 2: a known company is told nothing; the reviewer sees the candidate with score 100 and joins", async () => {
  const old = await supplierOf({ taxNo: "12-345 6789" });
  await product.kernel.db.query(`update "SrmSupInfo" set "infoStatus" = 'EFFECTIVE' where id = $1`, [old.id]);
  const client = await visitor(product);
  const asked = { companyName: "Another Name Ltd", taxNo: "123456789", ...(await captcha(product, client)) };
  expect((await client.call(`${REGISTER}/checkCompany`, asked)).data).toEqual({ result: "EXISTS" });
  const abroad = {
    supplierNature: "OVERSEAS",
    uscc: null,
    taxNo: "123456789",
    companyName: "Another Name Ltd",
    companyNameEn: "Another Name Ltd",
  };
  expect((await apply(product, ground, abroad)).reply).toMatchObject({ status: "E", code: "SUP_REG_002" });
  const { reply, id } = await apply(product, ground, { ...abroad, joinFlag: "Y" });
  expect(reply).toMatchObject({ status: "S", data: { status: "ACCOUNT_REVIEW" } });
  const seen = (await specialist.call(`${REGISTER}/findById`, { id })).data;
  expect(seen.dupScore).toBe(100);
  expect(seen.dupResult[0]).toMatchObject({ kind: "SUPPLIER", score: 100, name: "虚构老供应商有限公司" });
  expect(await specialist.call(`${REGISTER}/doApproval`, { id })).toMatchObject({ status: "E", code: "SUP_REG_002" });
  expect(await specialist.call(`${REGISTER}/joinExisting`, { id, supplierId: seen.dupResult[0].id })).toMatchObject({ status: "S" });
  expect(await statusOf(id)).toBe("REJECTED");
});

test("supplier 3: a listed company is refused everywhere, and outsiders learn nothing", async () => {
  const uscc = creditCode(900);
  const entry = await save(
    product.kernel,
    "SrmSlcSupplierBlacklist",
    { companyName: "虚构失信企业有限公司", uscc, reasonType: "FRAUD", reasonDesc: "test", startDate: "2020-01-01", permanentFlag: "Y" },
    system,
  );
  await product.kernel.db.query(`update "SrmSlcSupplierBlacklist" set status = 'EFFECTIVE' where id = $1`, [entry.id]);
  const client = await visitor(product);
  const check = await client.call(`${REGISTER}/checkCompany`, {
    companyName: "虚构换名有限公司",
    uscc,
    ...(await captcha(product, client)),
  });
  expect(check.data).toEqual({ result: "REFUSED" });
  const { reply } = await apply(product, ground, { uscc, companyName: "虚构换名有限公司" });
  expect(reply).toMatchObject({ status: "E", code: "SUP_REG_003", msg: "暂不能受理该企业的注册申请" });
  const invited = {
    companyName: "虚构换名有限公司",
    uscc,
    contactName: "林",
    email: "a@b.example",
    orgId: ground.orgId,
    categoryIds: [ground.categoryId],
  };
  expect(await specialist.call("srmServer/v1/srmSupRegisterInviteRestful/saveOrUpdate", invited)).toMatchObject({ code: "SUP_REG_003" });
  const lead = { companyName: "虚构换名有限公司", uscc, leadSource: "FAIR", categoryIds: [ground.categoryId] };
  expect(await specialist.call("srmServer/v1/srmSlcSupplierLeadRestful/saveOrUpdate", lead)).toMatchObject({ code: "SUP_REG_003" });
});

test("supplier 4: whoever is still registering can do that and nothing else", async () => {
  const { id } = await apply(product, ground);
  const applicant = await accept(id);
  expect(applicant.session).toMatchObject({ sessionKind: "RESTRICTED", landing: "/registerInfoEdit" });
  for (const path of ["srmServer/v1/srmSupInfoRestful/listByPage", `${REGISTER}/listByPage`, "baseServer/baseMenuService/findMenusByResp"])
    expect(await applicant.call(path, { pageIndex: 1, pageRows: 10 })).toMatchObject({ http: 403, code: "PERM_DENIED" });
  const mine = (await applicant.call(`${REGISTER}/findMine`)).data;
  expect(mine.register).toMatchObject({ id, status: "INFO_FILLING" });
  for (const key of ["dupResult", "riskResult", "passwordHash", "reviewerId", "dupScore"]) expect(mine.register).not.toHaveProperty(key);
  const { id: other } = await apply(product, ground);
  expect(await applicant.call(`${REGISTER}/findById`, { id: other })).toMatchObject({ code: "SUP_AUTH_404" });
});

test("supplier 5: what was remarked on and mended is marked; the file went back once", async () => {
  const { id } = await apply(product, ground);
  const applicant = await accept(id);
  expect(await applicant.call(`${REGISTER}/doSubmitInfo`, { id })).toMatchObject({ status: "E", code: "SUP_REG_006" });
  const filled = await fillIn(applicant, ground);
  expect(Number(filled.completeness)).toBe(100);
  expect(await applicant.call(`${REGISTER}/doSubmitInfo`, { id })).toMatchObject({ status: "S", data: { status: "INFO_REVIEW" } });
  const proof = `accounts[${filled.accounts[0].id}].fileIds`;
  const remarks = { [proof]: "开户证明不清晰", registeredAddress: "与执照不符", mainProducts: "请再写清楚" };
  expect(await specialist.call(`${REGISTER}/doReturn`, { id })).toMatchObject({ status: "E", code: "SUP_REG_011" });
  expect(await specialist.call(`${REGISTER}/doReturn`, { id, remarks })).toMatchObject({ status: "S", data: { status: "RETURNED" } });
  const back = (await applicant.call(`${REGISTER}/findMine`)).data.register;
  expect(back.reviewRemarks).toEqual(remarks);
  const mended = { ...back.accounts[0], fileIds: await upload(applicant) };
  const saved = await applicant.call(`${REGISTER}/saveOrUpdate`, {
    id,
    versionNum: back.versionNum,
    registeredAddress: "虚构路88号",
    accounts: [mended],
  });
  expect(saved).toMatchObject({ status: "S" });
  expect(await applicant.call(`${REGISTER}/doSubmitInfo`, { id })).toMatchObject({ status: "S" });
  const seen = (await specialist.call(`${REGISTER}/findById`, { id })).data;
  expect(seen).toMatchObject({ returnTimes: 1, status: "INFO_REVIEW" });
  expect([...seen.changedPaths].sort()).toEqual([proof, "registeredAddress"].sort());
});

test("supplier 6: two reviewers in the same second make one supplier", async () => {
  const { id } = await apply(product, ground);
  const applicant = await accept(id);
  await fillIn(applicant, ground);
  expect(await applicant.call(`${REGISTER}/doSubmitInfo`, { id })).toMatchObject({ status: "S" });
  const replies = await Promise.all([specialist, second].map((client) => client.call(`${REGISTER}/doApproval`, { id })));
  expect(replies.map((reply) => reply.status).sort()).toEqual(["E", "S"]);
  expect(replies.find((reply) => reply.status === "E")).toMatchObject({ code: "SUP_REG_009" });
  const made = await product.kernel.db.query<Record<string, string>>(
    `select s.id, s."supStatus" from "SrmSupInfo" s join "SrmSupRegister" r on s."supplierName" = r."companyName" where r.id = $1`,
    [id],
  );
  expect(made).toHaveLength(1);
  expect(made[0]).toMatchObject({ supStatus: "POTENTIAL" });
  const supplierId = made[0]!["id"];
  const account = await row<Record<string, string>>(`select "verifyStatus" from "SrmSupAccount" where "supplierId" = $1`, supplierId);
  expect(account).toEqual({ verifyStatus: "PENDING" });
  const grant = await row<Record<string, string>>(`select "categoryStatus" from "SrmSupCategories" where "supplierId" = $1`, supplierId);
  expect(grant).toEqual({ categoryStatus: "CANDIDATE" });
  const person = await row<Record<string, string>>(
    `select u."userStatus", u."supplierId", u."supAdminFlag", p."respCode" from "BaseUsers" u join "SrmSupRegister" r on r."userId" = u.id
     join "BaseUserResp" h on h."userId" = u.id join "BaseResponsibility" p on p.id = h."responsibilityId" where r.id = $1`,
    id,
  );
  expect(person).toEqual({ userStatus: "ACTIVE", supplierId, supAdminFlag: "Y", respCode: "SUP_ADMIN" });
  await product.kernel.outbox.drain();
  expect((await applicant.call(`${REGISTER}/findMine`)).http).toBe(401);
  const { username } = (await row<{ username: string }>(`select username from "SrmSupRegister" where id = $1`, id))!;
  const admin = await product.signIn(username, password);
  expect(admin.session).toMatchObject({ sessionKind: "FULL", user: { supplierId } });
});

test("an applicant lays out a certificate for the proof that is asked, and for no other", async () => {
  const asked = async (requireCode: string) =>
    save(
      product.kernel,
      "SrmSlcQualificationRequire",
      { requireCode, requireName: "虚构认证", certType: "ISO9001", useAt: ["REGISTER"] },
      system,
    );
  const [wanted, drafted] = [await asked("PROOF1"), await asked("PROOF2")];
  await product.kernel.db.query(`update "SrmSlcQualificationRequire" set status = 'EFFECTIVE' where id = $1`, [wanted.id]);
  const { id } = await apply(product, ground);
  const applicant = await accept(id);
  const { requirements } = (await applicant.call(`${REGISTER}/findMine`)).data;
  expect(requirements.map((requirement: { id: string }) => requirement.id)).toEqual([wanted.id]);
  const lay = (requireId: string) => applicant.call(`${REGISTER}/saveOrUpdate`, { id, certificates: [{ requireId, certType: "ISO9001" }] });
  expect(await lay(drafted.id)).toMatchObject({ status: "E", fieldErrors: [{ code: "DATA_NOT_FOUND" }] });
  expect(await lay(wanted.id)).toMatchObject({ status: "S", data: { certificates: [{ requireId: wanted.id, requireName: "虚构认证" }] } });
  await product.kernel.db.query(`update "SrmSlcQualificationRequire" set status = 'INVALID' where id = $1`, [wanted.id]);
});

const INVITE = "srmServer/v1/srmSupRegisterInviteRestful";
const LEAD = "srmServer/v1/srmSlcSupplierLeadRestful";
const inviteDraft = (companyName: string) => ({
  companyName,
  contactName: "林一",
  email: "invited@plant.example",
  orgId: ground.orgId,
  categoryIds: [ground.categoryId],
});
const inviteCodeOf = async (id: string): Promise<string> =>
  (await row<{ inviteCode: string }>(`select "inviteCode" from "SrmSupRegisterInvite" where id = $1`, id))!.inviteCode;

test("an invitation is sent at most five times, opened, used once, and then no more", async () => {
  const { data: drafted } = await specialist.call(`${INVITE}/saveOrUpdate`, inviteDraft("虚构受邀甲有限公司"));
  expect(drafted).toMatchObject({ status: "DRAFT", sendTimes: 0 });
  await specialist.call(`${INVITE}/doSend`, { id: drafted.id });
  for (let i = 0; i < 4; i++) expect(await specialist.call(`${INVITE}/doResend`, { id: drafted.id })).toMatchObject({ status: "S" });
  expect(await specialist.call(`${INVITE}/doResend`, { id: drafted.id })).toMatchObject({ code: "SUP_INV_002" });
  await product.kernel.outbox.drain();
  const letters = await row<{ n: number }>(
    `select count(*)::int as n from "BaseSentMessage" where kind = 'SUP_INVITE' and recipient = $1`,
    "invited@plant.example",
  );
  expect(letters!.n).toBe(5);
  const code = await inviteCodeOf(drafted.id);
  const client = await visitor(product);
  expect((await client.call(`${INVITE}/findByCode`, { code })).data).toEqual({
    companyName: "虚构受邀甲有限公司",
    categories: [{ id: ground.categoryId, name: "钣金" }],
  });
  expect(await row(`select status from "SrmSupRegisterInvite" where id = $1`, drafted.id)).toEqual({ status: "OPENED" });
  const { reply } = await apply(product, ground, { inviteCode: code });
  expect(reply).toMatchObject({ status: "S", data: { status: "ACCOUNT_REVIEW" } });
  expect((await apply(product, ground, { inviteCode: code })).reply).toMatchObject({ code: "SUP_REG_005" });
});

test("whoever is invited may skip the account review, and comes in at once by a ticket", async () => {
  const mark = await product.kernel.db.one<{ id: string }>(
    `select id from "SrmBaseConfigProfile" where "profileCode" = 'SUP_REG_INVITE_SKIP'`,
  );
  await product.kernel.db.query(`update "SrmBaseConfigProfile" set "profileValue" = 'Y' where id = $1`, [mark!.id]);
  const { data: lead } = await specialist.call(`${LEAD}/saveOrUpdate`, {
    companyName: "虚构线索乙有限公司",
    leadSource: "FAIR",
    categoryIds: [ground.categoryId],
    contactName: "王",
    email: "lead@plant.example",
  });
  expect(
    await specialist.call(`${LEAD}/saveOrUpdate`, {
      companyName: "虚构线索乙股份有限公司",
      leadSource: "FAIR",
      categoryIds: [ground.categoryId],
    }),
  ).toMatchObject({
    code: "SUP_LEAD_001",
  });
  await specialist.call(`${LEAD}/doAssign`, { id: lead.id, ownerId: owner });
  expect(await specialist.call(`${LEAD}/doInvite`, { id: lead.id, orgId: ground.orgId })).toMatchObject({
    status: "S",
    data: { status: "INVITED" },
  });
  const { inviteId } = (await row<{ inviteId: string }>(`select "inviteId" from "SrmSlcSupplierLead" where id = $1`, lead.id))!;
  const { reply, client, id } = await apply(product, ground, {
    inviteCode: await inviteCodeOf(inviteId),
    companyName: "虚构线索乙有限公司",
  });
  expect(reply.data).toMatchObject({ status: "INFO_FILLING" });
  expect(await client.comeIn("exchangeTicket", { ticket: reply.data.ticket })).toMatchObject({
    status: "S",
    data: { sessionKind: "RESTRICTED" },
  });
  await fillIn(client, ground);
  expect(await client.call(`${REGISTER}/doSubmitInfo`, { id })).toMatchObject({ status: "S" });
  expect(await client.call(`${REGISTER}/doWithdraw`, { id })).toMatchObject({ status: "S", data: { status: "INFO_FILLING" } });
  expect(await client.call(`${REGISTER}/doSubmitInfo`, { id })).toMatchObject({ status: "S" });
  expect(await specialist.call(`${REGISTER}/doApproval`, { id })).toMatchObject({ status: "S" });
  expect(await row(`select status from "SrmSlcSupplierLead" where id = $1`, lead.id)).toEqual({ status: "CONVERTED" });
  expect(await row(`select source from "SrmSupRegister" where id = $1`, id)).toEqual({ source: "LEAD" });
  await product.kernel.db.query(`update "SrmBaseConfigProfile" set "profileValue" = 'N' where id = $1`, [mark!.id]);
});

test("what nobody works on ends after two reminders; a refused applicant is out at once", async () => {
  const { id } = await apply(product, ground);
  const applicant = await accept(id);
  const later = (days: number): Promise<unknown> => runDue(product.kernel, "REGISTER_EXPIRE", shift(new Date(), { days }));
  await later(50);
  await later(58);
  expect(await row(`select "remindTimes" from "SrmSupRegister" where id = $1`, id)).toEqual({ remindTimes: 2 });
  await later(62);
  expect(await statusOf(id)).toBe("EXPIRED");
  await product.kernel.outbox.drain();
  expect((await applicant.call(`${REGISTER}/findMine`)).http).toBe(401);

  const { id: other } = await apply(product, ground);
  const second = await accept(other);
  await fillIn(second, ground);
  await second.call(`${REGISTER}/doSubmitInfo`, { id: other });
  expect(await specialist.call(`${REGISTER}/doReject`, { id: other, opinion: "资料不实" })).toMatchObject({
    status: "S",
    data: { status: "REJECTED" },
  });
  await product.kernel.outbox.drain();
  expect((await second.call(`${REGISTER}/findMine`)).http).toBe(401);
});
