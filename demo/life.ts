import type { Kernel } from "#kernel/server/kernel.ts";
import { shift } from "#kernel/time.ts";
import { Cast } from "./cast.ts";

/** What the demonstration's company is in the middle of: somebody leaves, somebody is away, a grant waits for a second pair of eyes. */
export const demoLife = (kernel: Kernel, now: () => Date): Promise<void> => new Life(kernel, now).tell();

class Life extends Cast {
  async tell(): Promise<void> {
    await this.act("BaseSodRule", "saveOrUpdate", undefined, {
      ruleCode: "ACCOUNT_CONFIRM",
      resourceA: "employee:btnCreateUser",
      resourceB: "systemsetting/userresponsibility:btnConfirm",
      level: "WARN",
      reason: "开通账号的人不应同时复核授权",
    });

    const [orgId, deptId, jobId, seatId] = await Promise.all([
      this.idOf("BaseOrganization", "orgCode", "STAR"),
      this.idOf("BaseDepartment", "deptCode", "HQ-GM"),
      this.idOf("BaseJob", "jobCode", "CLERK"),
      this.idOf("BasePosition", "positionCode", "CLERK"),
    ]);
    const leaver = await this.act("BasePerson", "saveOrUpdate", undefined, {
      personNum: "E0900",
      personName: "行政专员（将离职）",
      personNameEn: "Office clerk, leaving",
      orgId,
      deptId,
      jobId,
      email: "employee02@starring.example",
      hireDate: "2024-04-01",
    });
    await this.act("BasePositionAllot", "saveOrUpdate", undefined, {
      personId: leaver["id"],
      positionId: seatId,
      startDate: "2024-04-01",
      primaryFlag: "Y",
    });
    await this.act("BasePerson", "doLeave", String(leaver["id"]), { leaveDate: this.dateIn(14) });

    const [director, manager, operations] = await Promise.all(
      ["lead.buyer", "supplier.mgr", "ops01"].map((name) => this.idOf("BaseUsers", "userName", name)),
    );
    await this.act("BaseUserAuthorisation", "saveOrUpdate", undefined, {
      fromUserId: director,
      toUserId: manager,
      authType: "APPROVAL",
      startTime: this.#timeIn(0),
      endTime: this.#timeIn(10),
      reason: "出差",
    });

    const asSecurity = await this.as("sec.admin", "SEC_ADMIN");
    const developer = await this.idOf("BaseResponsibility", "respCode", "DEV_ADMIN");
    await this.act(
      "BaseUserResp",
      "saveOrUpdate",
      undefined,
      { userId: operations, responsibilityId: developer, grantReason: "代理两周", endDate: this.dateIn(14) },
      asSecurity,
    );
  }

  #timeIn(days: number): string {
    return shift(this.now(), { days }).toISOString();
  }
}
