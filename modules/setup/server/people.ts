import { responsibility } from "#kernel/platform/grant.entity.ts";
import { organization } from "#kernel/platform/organization.entity.ts";
import { user } from "#kernel/platform/user.entity.ts";
import { refuse } from "#kernel/refusal.ts";
import { adminReset } from "#kernel/server/gate/account.ts";
import type { Gate } from "#kernel/server/gate/gate.ts";
import { person } from "#modules/admin/index.ts";
import { roleSets } from "../role-sets.ts";
import { must, textOr, type Row, type Work } from "./work.ts";

/** An account that was just opened; its password is shown this once. */
export interface Opened {
  readonly name: string;
  readonly userName: string;
  readonly password: string;
}

const accountOf = (email: string): string =>
  email
    .split("@")[0]!
    .toLowerCase()
    .replace(/[^a-z0-9._-]/g, "");

/** Colleagues with an account and the responsibilities of their work. Whoever is known by his e-mail is not made twice. */
export async function savePeople(work: Work, gate: Gate, body: Row): Promise<readonly Opened[]> {
  const rows = Array.isArray(body["people"]) ? (body["people"] as readonly Row[]).slice(0, 50) : [];
  const [unit] = await work.where(organization, { orgType: "BU" });
  if (!unit) throw refuse("SETUP_PLACES", "请先建立组织", "Set up the organisation first");
  const opened: Opened[] = [];
  for (const row of rows) {
    const name = must(row, "name", "姓名", "Name");
    const email = must(row, "email", "邮箱", "E-mail").toLowerCase();
    const roles = roleSets.find(({ code }) => code === row["roles"])?.responsibilities ?? [];
    const found = roles.length ? await work.where(responsibility, { respCode: [...roles] }) : [];
    const [known] = await work.where(person, { email });
    const [account] = known ? await work.where(user, { personId: known.id }) : [];
    if (account) continue;
    const personNum = textOr(row, "num", `E${String((await work.find.count(person, {})) + 1).padStart(4, "0")}`);
    const made = known ?? (await work.save(person, undefined, { personNum, personName: name, personNameEn: name, orgId: unit.id, email }));
    await work.act(person, "doCreateUser", made.id, {
      userName: textOr(row, "userName", accountOf(email)),
      responsibilityIds: found.map(({ id }) => id),
    });
    const [fresh] = await work.where(user, { personId: made.id });
    await work.ensure(user, { id: fresh!.id }, { timeZone: unit.timeZone, userLanguage: work.ctx.language });
    const { password } = await adminReset(gate, fresh!.id, "SHOW_ONCE", work.ctx.me.userId, work.ctx.now);
    opened.push({ name, userName: fresh!.userName, password: password ?? "" });
  }
  return opened;
}
