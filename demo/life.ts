import { dayIn } from "#kernel/time.ts";
import { newId } from "#kernel/server/id.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { systemMe } from "#kernel/server/permit.ts";

type Row = Record<string, unknown>;

const day = 86_400_000;

/** What the demonstration's company is in the middle of: somebody leaves, somebody is away, a grant waits for a second pair of eyes. */
export async function demoLife(kernel: Kernel, now: () => Date): Promise<void> {
  const at = now();
  const act = async (entity: string, action: string, id: string | undefined, input: Row, me = systemMe("demo")): Promise<Row> => {
    const outcome = await kernel.actor.act(
      { entity: kernel.declared.entity(entity), action, targets: [{ id, input }], reason: "demo" },
      { me, now: now(), requestId: newId(), ip: null },
    );
    return outcome.documents[0] ?? {};
  };
  const idOf = async (entity: string, key: string, value: string): Promise<string> => {
    const { rows } = await kernel.finder.list(kernel.declared.entity(entity), { [key]: [value], pageRows: 1 }, systemMe("demo"));
    return String(rows[0]!["id"]);
  };
  const dateIn = (days: number): string => dayIn(new Date(at.getTime() + days * day).toISOString(), "Asia/Shanghai");
  const timeIn = (days: number): string => new Date(at.getTime() + days * day).toISOString();

  await act("BaseSodRule", "saveOrUpdate", undefined, {
    ruleCode: "ACCOUNT_CONFIRM",
    resourceA: "employee:btnCreateUser",
    resourceB: "systemsetting/userresponsibility:btnConfirm",
    level: "WARN",
    reason: "开通账号的人不应同时复核授权",
  });

  const [orgId, deptId, jobId, seatId] = await Promise.all([
    idOf("BaseOrganization", "orgCode", "STAR"),
    idOf("BaseDepartment", "deptCode", "HQ-GM"),
    idOf("BaseJob", "jobCode", "CLERK"),
    idOf("BasePosition", "positionCode", "CLERK"),
  ]);
  const leaver = await act("BasePerson", "saveOrUpdate", undefined, {
    personNum: "E0900",
    personName: "行政专员（将离职）",
    personNameEn: "Office clerk, leaving",
    orgId,
    deptId,
    jobId,
    email: "employee02@starring.example",
    hireDate: "2024-04-01",
  });
  await act("BasePositionAllot", "saveOrUpdate", undefined, {
    personId: leaver["id"],
    positionId: seatId,
    startDate: "2024-04-01",
    primaryFlag: "Y",
  });
  await act("BasePerson", "doLeave", String(leaver["id"]), { leaveDate: dateIn(14) });

  const [director, manager, security, operations] = await Promise.all(
    ["lead.buyer", "supplier.mgr", "sec.admin", "ops01"].map((name) => idOf("BaseUsers", "userName", name)),
  );
  await act("BaseUserAuthorisation", "saveOrUpdate", undefined, {
    fromUserId: director,
    toUserId: manager,
    authType: "APPROVAL",
    startTime: timeIn(0),
    endTime: timeIn(10),
    reason: "出差",
  });

  const asSecurity = await kernel.permits.me({
    userId: security!,
    responsibilityId: await idOf("BaseResponsibility", "respCode", "SEC_ADMIN"),
    supplierId: null,
    language: "CN",
  });
  const developer = await idOf("BaseResponsibility", "respCode", "DEV_ADMIN");
  await act(
    "BaseUserResp",
    "saveOrUpdate",
    undefined,
    { userId: operations, responsibilityId: developer, grantReason: "代理两周", endDate: dateIn(14) },
    asSecurity,
  );
}
