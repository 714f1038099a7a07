import { houseZone } from "#kernel/time.ts";
import { newId } from "../act/id.ts";
import { randomPassword, type Passwords } from "../gate/password.ts";
import type { Kernel } from "../kernel.ts";
import { systemMe } from "../access/permit.ts";

/** The one administrator a fresh installation has. Answers the one-time password when it was just made, else null. */
export async function firstAdministrator(kernel: Kernel, passwords: Passwords, now: Date, given: string | null): Promise<string | null> {
  const known = await kernel.db.one(`select 1 from "BaseUsers" where lower("userName") = 'admin'`);
  if (known) return null;
  const me = systemMe("installer");
  const doer = { me, now, requestId: newId(), ip: null };
  const act = async (entity: string, input: Record<string, unknown>) =>
    (
      await kernel.actor.act(
        {
          entity: kernel.declared.entity(entity),
          action: "saveOrUpdate",
          targets: [{ id: input["id"] as string | undefined, input }],
          reason: "first start",
        },
        doer,
      )
    ).documents[0]!;
  const password = given ?? randomPassword("admin");
  const user = await act("BaseUsers", {
    userName: "admin",
    displayName: "系统管理员",
    displayNameEn: "System administrator",
    userType: "INTERNAL",
    email: "admin@example.com",
    userLanguage: "CN",
    timeZone: houseZone,
  });
  const { phc, pepperId } = await passwords.hash(password);
  await kernel.directory.setPassword(user["id"], phc, pepperId, { mustChange: given === null, by: "system", reason: "ADMIN" });
  const responsibilities = await kernel.db.query<{ id: string }>(
    `select id from "BaseResponsibility" where "respCode" in ('SYS_ADMIN', 'SEC_ADMIN') order by "respCode" desc`,
  );
  for (const responsibility of responsibilities) await act("BaseUserResp", { userId: user["id"], responsibilityId: responsibility.id });
  await act("BaseUsers", { id: user["id"], defaultRespId: responsibilities[0]?.id ?? null });
  return password;
}

/** Gives a setting its value for the whole site where nobody has given one yet. */
export async function firstValue(kernel: Kernel, code: string, value: string, now: Date): Promise<void> {
  const found = await kernel.db.one<{ id: string; isSet: boolean }>(
    `select p.id, exists (select 1 from "BaseProfileValue" v where v."profileId" = p.id and v.level = 'SITE') as "isSet" from "BaseProfile" p where p."profileCode" = $1`,
    [code],
  );
  if (!found || found.isSet) return;
  await kernel.actor.act(
    {
      entity: kernel.declared.entity("BaseProfile"),
      action: "saveOrUpdate",
      targets: [{ id: found.id, input: { values: { changed: [{ level: "SITE", value }], removed: [] } } }],
      reason: "first start",
    },
    { me: systemMe("installer"), now, requestId: newId(), ip: null },
  );
}
