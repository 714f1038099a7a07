/** The same answer for a missing document and for one of somebody else, and one word for a state that does not allow it. */
export const purchaseCodes = {
  notFound: ["PUR-0004", "单据不存在或无权查看", "Document does not exist or is not visible to you"],
  state: ["PUR-0003", "当前状态不允许执行该操作", "The action is not allowed in this status"],
} as const;
