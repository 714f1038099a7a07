import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clock } from "#kernel/server/clock.ts";
import { plant } from "../support/plant.ts";
import type { Client } from "../support/client.ts";
import { codeOf, openWorld, password, type World } from "./admin-world.ts";

const minute = 60_000;
const real = clock.now;
let world: World;
let ahead = 0;

beforeAll(async () => {
  world = await openWorld();
  clock.now = () => new Date(Date.now() + ahead);
});
afterAll(async () => {
  clock.now = real;
  await world.drop();
});

/** Somebody signed in a while ago: the session is open, nobody has shown a password since. */
async function anHourAgo(client: Client): Promise<Client> {
  client.provesItself = false;
  client.now = () => Date.now() + ahead;
  ahead += 10 * minute;
  return client;
}

const users = "baseServer/v1/baseUsersRestful";
const account = "baseServer/baseUsersService";

describe("what guards account and money", () => {
  test("a session alone is refused by every call that declares it", async () => {
    const admin = await anHourAgo(await world.admin());
    const calls = [
      `${account}/sendBindCode`,
      `${account}/bindOwn`,
      `${account}/startOwnTotp`,
      `${account}/saveOwnMfa`,
      `${account}/renewOwnRecoveryCodes`,
      `${account}/doAdminResetUserPwd`,
      "baseServer/baseOauthService/rotateSecret",
      "baseServer/baseSsoService/setSecret",
      "messageServer/baseMsgSourceCfgService/setSecret",
      "messageServer/baseMsgUserService/revealAddress",
      "srmServer/v1/esignSignRestful/sign",
    ];
    for (const path of calls) expect([path, codeOf(await admin.call(path, {}))]).toEqual([path, "PROOF_NEEDED"]);
    const { code, msg, http } = await admin.call(`${account}/startOwnTotp`);
    expect({ code, http, msg }).toEqual({ code: "PROOF_NEEDED", http: 200, msg: "请先验证身份，再继续该操作" });
  });

  test("these actions ask for it, and nobody takes one off the list unseen", () => {
    const asked = [...world.kernel.declared.entities.values()].flatMap((e) =>
      Object.entries(e.actions as Record<string, { proof?: string }>).flatMap(([name, entry]) =>
        entry.proof ? [`${e.name}.${name}`] : [],
      ),
    );
    expect(asked.sort()).toEqual([
      "BaseMenuRole.doConfirm",
      "BaseResourceRole.doConfirm",
      "BaseRespRole.doConfirm",
      "BaseUserResp.doConfirm",
      "BaseUsers.doResetPwd",
      "BaseUsers.doSetAdmin",
      "SrmCctSignOrgAccount.doAuthorise",
      "SrmSupAccount.doReveal",
      "SrmSupAccount.doVerify",
      "SrmSupChangeInfo.doVerifyBank",
      "SrmSupContact.doReveal",
      "SrmSupInfo.doReveal",
    ]);
  });

  test("with proof it passes, under the same request key once, and the journal says so", async () => {
    const { id } = await world.person("carol", ["YARD_CLERK"]);
    const admin = await anHourAgo(await world.admin());
    const { data: row } = await admin.call(`${users}/findById`, { id });
    const change = () =>
      admin.call(`${users}/saveOrUpdate`, { id, versionNum: row.versionNum, email: "carol.new@example.com" }, { key: "mail-1" });
    expect(codeOf(await change())).toBe("PROOF_NEEDED");
    expect(codeOf(await admin.prove(password))).toBe("S");
    const done = await change();
    expect(done).toMatchObject({ status: "S", data: { email: "carol.new@example.com" } });
    expect(await change()).toMatchObject({ status: "S", data: { versionNum: done.data.versionNum } });
    const [entry] = await world.kernel.db.query<{ changes: { p: string; n: unknown }[] }>(
      `select changes from "Journal" where entity = 'BaseUsers' and "docId" = $1 order by no desc limit 1`,
      [id],
    );
    expect(entry!.changes).toContainEqual({ p: "$proven", o: null, n: "PASSWORD" });
    const { data: history } = await admin.call(`${users}/history`, { id });
    expect(JSON.stringify(history)).toContain("已验证身份");
  });

  test("a name needs no proof, the way passwords are recovered does; so does a privileged responsibility", async () => {
    const { id } = await world.person("dora", ["YARD_CLERK"]);
    const admin = await anHourAgo(await world.admin());
    expect(codeOf(await admin.call(`${users}/saveOrUpdate`, { id, displayName: "Dora B" }))).toBe("S");
    expect(codeOf(await admin.call(`${users}/saveOrUpdate`, { id, mobile: "13900001111" }))).toBe("PROOF_NEEDED");
    const grant = (code: string) =>
      admin.call("baseServer/v1/baseUserRespRestful/saveOrUpdate", { userId: id, responsibilityId: world.responsibility(code) });
    expect(codeOf(await grant("YARD_BOSS"))).toBe("S");
    expect(codeOf(await grant("SEC_ADMIN"))).toBe("PROOF_NEEDED");
    await admin.prove(password);
    expect(codeOf(await grant("SEC_ADMIN"))).toBe("S");
  });

  test("a bank account is neither shown nor verified by an open screen", async () => {
    await plant(world.kernel.db, "SrmSupInfo", "sup-proof", {
      supplierCode: "sup-proof",
      supplierName: "sup-proof",
      supStatus: "POTENTIAL",
      infoStatus: "EFFECTIVE",
      blacklistFlag: "N",
      quitScopeAll: "N",
      runningTracks: 0,
      tempUsedAmount: "0",
      paymentHoldFlag: "N",
      riskLight: "GREEN",
      tempProlonged: "N",
    });
    const country = await world.save("SrmBaseDistrict", { districtCode: "PROOF", districtName: "样例国", districtLevel: "COUNTRY" });
    const bank = await world.save("SrmBaseBank", {
      bankCode: "PROOF",
      bankName: "样例银行",
      bankLevel: "HEAD",
      swiftCode: "PROOFXX1",
      countryId: country.id,
    });
    await plant(world.kernel.db, "SrmSupAccount", "acc-proof", {
      supplierId: "sup-proof",
      accountName: "sup-proof",
      accountNo: "6222020200012345",
      bankId: bank.id,
      currency: "CNY",
      accountUse: "BASIC",
      primaryFlag: "N",
      verifyStatus: "PENDING",
      enabledFlag: "Y",
    });
    const clerk = await anHourAgo(await (await world.person("fay", ["SUP_SPECIALIST"])).signIn());
    const reveal = () => clerk.call("srmServer/v1/srmSupAccountRestful/doReveal", { id: "acc-proof", purpose: "付款核对" });
    expect(await reveal()).toMatchObject({ code: "PROOF_NEEDED" });
    await clerk.prove(password);
    expect(await reveal()).toMatchObject({ status: "S", revealed: expect.anything() });
    const asked = await clerk.call("srmServer/v1/srmSupAccountRestful/whyNot", { id: "acc-proof", action: "doReveal" });
    expect(asked.data.reasons.map((reason: { code: string }) => reason.code)).not.toContain("PROOF_NEEDED");
  });
});

describe("a proof", () => {
  test("ends after five minutes", async () => {
    const admin = await anHourAgo(await world.admin());
    await admin.prove(password);
    ahead += 5 * minute - 5_000;
    expect(codeOf(await admin.call(`${account}/startOwnTotp`))).toBe("S");
    ahead += 5_001;
    expect(codeOf(await admin.call(`${account}/startOwnTotp`))).toBe("PROOF_NEEDED");
  });

  test("counts for the session it was given in, not for another of the same person", async () => {
    const desk = await anHourAgo(await world.admin());
    const phone = await world.admin();
    phone.provesItself = false;
    phone.now = () => Date.now() + ahead;
    ahead += 10 * minute;
    await desk.prove(password);
    expect(codeOf(await phone.call(`${account}/startOwnTotp`))).toBe("PROOF_NEEDED");
    expect(codeOf(await desk.call(`${account}/startOwnTotp`))).toBe("S");
  });

  test("is guessed no oftener than at sign-in: the same count locks both", async () => {
    const person = await world.person("greta", ["YARD_CLERK"]);
    const client = await anHourAgo(await person.signIn());
    for (let n = 0; n < 5; n++) expect(codeOf(await client.prove(`wrong-${n}`))).toBe("AUTH_BAD");
    expect(codeOf(await client.prove(password))).toBe("AUTH_LOCKED");
    expect(codeOf(await client.call(`${account}/startOwnTotp`))).toBe("PROOF_NEEDED");
    await expect(person.signIn()).rejects.toThrow(/AUTH_(LOCKED|CAPTCHA)/);
    const { lockedUntil } = (await world.kernel.db.one<{ lockedUntil: string | null }>(
      `select "lockedUntil" from "BaseUsers" where id = $1`,
      [person.id],
    ))!;
    expect(lockedUntil).not.toBeNull();
    // The address is asked for captchas until its failures are old.
    ahead += 20 * minute;
  });

  test("of a way the account does not have is none", async () => {
    const client = await anHourAgo(await (await world.person("hana", ["YARD_CLERK"])).signIn());
    expect((await client.call("baseServer/baseLoginService/findProofWays")).data.ways).toEqual(["PASSWORD"]);
    for (const way of ["TOTP", "EMAIL", "SSO"])
      expect(codeOf(await client.call("baseServer/baseLoginService/proveIdentity", { way, code: "000000" }))).toBe("CODE_BAD");
  });
});

test("a foreign session is answered like one that is not there; an administrator ends it only with proof", async () => {
  const victim = await world.person("ivan", ["YARD_CLERK"]);
  await victim.signIn();
  const row = (await world.kernel.db.one<{ id: string }>(`select id from "BaseLoginSession" where "userId" = $1`, [victim.id]))!;
  const kick = (client: Client, id: string) => client.call("baseServer/v1/baseLoginSessionRestful/doKick", { ids: [id] });
  const stranger = await (await world.person("judy", ["YARD_CLERK"])).signIn();
  const [foreign, missing] = [await kick(stranger, row.id), await kick(stranger, "00000000000000000000")];
  expect({ ...foreign, requestId: "" }).toEqual({ ...missing, requestId: "" });
  const admin = await anHourAgo(await world.admin());
  expect(codeOf(await kick(admin, row.id))).toBe("PROOF_NEEDED");
  await admin.prove(password);
  expect((await kick(admin, row.id)).data).toEqual({ count: 1 });
});
