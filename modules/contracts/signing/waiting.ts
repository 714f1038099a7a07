/** A published contract waits for its owner to have it signed. */
export const signWaiting = [
  {
    todo: "CCT_START_SIGN",
    label: ["合同待发起签署", "Contract to sign"],
    route: "contractManage/cctContractEdit",
    title: ["合同{bizNo}已发布，请安排签署", "Contract {bizNo} is published; have it signed"],
    in: ["PUBLISHED"],
    who: { user: "ownerId" },
    org: "orgId",
  },
] as const;
