import { remedy, type Remedies } from "#kernel/remedy.ts";

const persons = remedy("signAccountList", "核验签署账户", "Check the signature account", { button: "btnSync" });
const authorise = remedy("signOrgAccountList", "维护签署授权", "Authorise the signer", { button: "btnAuthorise" });
const contracts = remedy("cctContractList", "打开合同列表", "Open contracts");
const clauses = remedy("cctTermsList", "维护条款文本", "Complete the clause", { button: "btnNewVersion" });

/** Where the causes of refusals of contracts are put right, besides the form that shows them. */
export const contractRemedies: Remedies = {
  "CCT-040": [persons, remedy("signOrgAccountList", "核验机构账户", "Check the organisation's account", { button: "btnSync" })],
  "CCT-041": authorise,
  "CCT-077": authorise,
  "CCT-061": contracts,
  "CCT-062": contracts,
  "CCT-126": contracts,
  "CCT-127": contracts,
  "CCT-116": remedy("cctArchiveList", "打开合同档案", "Open the archive"),
  "CCT-141": clauses,
};
