import { lookupOf as of, type Lookup } from "#kernel/module.ts";

/** The codes of registrations, invitations and leads that no state declares. */
export const registerLookups: Readonly<Record<string, Lookup>> = {
  REG_SOURCE: of(
    "注册来源",
    "Source of registration",
    "OPEN 自主注册/Open · INVITE 邀请/Invite · LEAD 线索/Lead · INTERNAL 内部创建/Internal",
  ),
  SUP_REG_MODE: of("注册方式", "Registrations by source", "OPEN 开放注册/Open · INVITE_ONLY 仅限邀请/Invited only · OFF 不开放/Closed"),
  BIZ_REG_STATUS: of(
    "登记状态",
    "Register status",
    "ACTIVE 存续/Active · CANCELLED 注销/Cancelled · REVOKED 吊销/Revoked · MOVED 迁出/Moved",
  ),
  LEAD_SOURCE: of(
    "线索来源",
    "Lead source",
    "FAIR 展会/Fair · SEARCH 网络搜索/Search · RECOMMEND 推荐/Recommended · CUSTOMER 客户/Customer · SOURCING_GAP 寻源缺口/Sourcing gap · SELF 自荐/Own offer",
    "EXTENSIBLE",
  ),
  LEAD_RATING: of("线索评级", "Lead rating", "A A级/A · B B级/B · C C级/C"),
};
