import type { EventShape, TodoShape } from "#kernel/module.ts";
import type { Text } from "#kernel/text.ts";

const registerId: Text = ["注册", "Registration"];
const no: Text = ["注册编号", "Register no."];
const company: Text = ["企业", "Company"];
const reason: Text = ["原因", "Reason"];
const userIds: Text = ["人员", "People"];
const userId: Text = ["注册用户", "Applicant"];

/** What registration tells of. Applicants have no inbox yet: their letters go to the address they proved. */
export const registerEvents: Readonly<Record<string, EventShape>> = {
  SUP_REG_SUBMITTED: {
    label: ["注册申请提交", "Registration submitted"],
    kind: "TASK",
    carries: { id: registerId, no, company },
    tells: {
      title: ["新注册申请：${company}", "New registration: ${company}"],
      channels: ["SITE"],
      to: [{ resp: "SUP_SPECIALIST" }],
      route: "supplierRegisterApproval?id=${id}",
    },
  },
  SUP_REG_INFO_SUBMITTED: {
    label: ["注册资料提交", "Registration profile submitted"],
    kind: "TASK",
    carries: { id: registerId, no, company, userIds },
    tells: {
      title: ["${company}已提交注册资料${no}", "${company} submitted registration ${no}"],
      channels: ["SITE"],
      to: [{ value: "userIds" }],
      route: "supplierRegisterInfoApproval?id=${id}",
    },
  },
  SUP_REG_ACCOUNT_OK: {
    label: ["注册账号开通", "Account of an applicant opened"],
    kind: "BUSINESS",
    carries: { id: registerId, no, company, userId, date: ["期限", "Due"] },
  },
  SUP_REG_RETURNED: {
    label: ["注册资料退回", "Registration returned"],
    kind: "TASK",
    carries: { id: registerId, no, company, userId, n: ["处数", "Points"] },
  },
  SUP_REG_APPROVED: {
    label: ["注册通过", "Registration approved"],
    kind: "BUSINESS",
    carries: { id: registerId, no, company, userId, supplierId: ["供应商", "Supplier"], reason },
  },
  SUP_REG_REJECTED: {
    label: ["注册未通过", "Registration rejected"],
    kind: "BUSINESS",
    carries: { id: registerId, no, company, userId, reason },
  },
  SUP_REG_REMIND: {
    label: ["注册资料催办", "Reminder of a registration"],
    kind: "TASK",
    carries: { id: registerId, no, company, userId, date: ["期限", "Due"] },
  },
  SUP_REG_JOIN: {
    label: ["申请加入企业账号", "Request to join a company account"],
    kind: "TASK",
    carries: {
      id: registerId,
      supplierId: ["供应商", "Supplier"],
      name: ["申请人", "Applicant"],
      contact: ["联系方式", "Contact"],
    },
    tells: {
      title: ["${name}申请加入贵司账号，请核实后添加用户", "${name} asks to join your company account. Check and add the user"],
      content: [
        "申请人${name}（${contact}）申请加入贵司在本系统的账号。如确为贵司人员，请在用户管理中邀请该人员；否则可忽略。",
        "${name} (${contact}) asks to join your company account. If this is one of your colleagues, invite them under Users; otherwise ignore this message.",
      ],
      channels: ["SITE", "EMAIL"],
      to: [{ supplier: "ADMINS", of: "supplierId" }],
      route: "user2",
    },
  },
  SUP_INVITE: {
    label: ["注册邀请", "Invitation to register"],
    kind: "BUSINESS",
    carries: { inviteId: ["邀请", "Invite"], inviteNo: ["邀请编号", "Invite no."], company, date: ["有效期", "Valid to"] },
  },
};

/** What registration asks people to do. */
export const registerTodos: Readonly<Record<string, TodoShape>> = {
  REG_REVIEW: {
    label: ["注册审核", "Review registration"],
    side: "INTERNAL",
    route: "supplierRegisterApproval",
    title: ["审核注册申请{bizNo}", "Review registration {bizNo}"],
  },
  REG_SUPPLEMENT: {
    label: ["注册信息补充", "Complete registration"],
    side: "SUPPLIER",
    route: "/registerInfoEdit",
    title: ["补充注册资料{bizNo}", "Complete registration {bizNo}"],
  },
};
