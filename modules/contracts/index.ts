import { joined, module } from "#kernel/module.ts";
import { agreeing } from "./agreeing.ts";
import { changingContracts } from "./change/changing.ts";
import { archiving } from "./archive/archive.ts";
import { executing } from "./execution/executing.ts";
import { legacy } from "./legacy/legacy.ts";
import { library } from "./library.ts";
import { care } from "./renewal/care.ts";
import { texts } from "./text/part.ts";
import { contractRemedies } from "./remedies.ts";
import { signing } from "./signing/signing.ts";
import { simple } from "./simple/simple.ts";
import { warnings } from "./warning/warnings.ts";
import { watermarks } from "./watermark/watermarks.ts";
import { sources } from "./source/sources.ts";

const parts = [
  agreeing,
  library,
  executing,
  signing,
  texts,
  changingContracts,
  simple,
  sources,
  archiving,
  warnings,
  watermarks,
  care,
  legacy,
  { remedies: contractRemedies },
];

/** Contracts: what they are made of, how they are agreed, and how they are carried out. */
export const contracts = module("contracts", "合同", "Contracts", joined(...parts));

export { closesOrderLines, openOrderLines } from "./change/questions.ts";
export { contractFrom, contractSources, noSource, type ContractSource, type SourceAsked, type SourceItem } from "./source/source.ts";
export { contract } from "./contract.entity.ts";
export { moldSampleRefund } from "./execution/refund.entity.ts";
export { termination } from "./change/termination.entity.ts";
export { agreedPrice, contractGate, type ContractQuestion, type ContractUse } from "./execution/contract.gate.ts";
export { together, type Exec, type ExecRow } from "./execution/exec.ts";
export { netReceipts } from "./execution/refunds.ts";
export { postContractExec, triggerStages, useContractStages } from "./execution/contract-doors.ts";
export type { StageUse } from "./execution/stages.ts";
