import { each, readersOf } from "#kernel/server/http/need.ts";
import type { Side } from "#kernel/server/install/side.ts";
import { readySearch } from "../server/text-search.ts";
import { Texts } from "./text.calls.ts";
import { answerWordFiles } from "../server/word-files.ts";

const names = ["getText", "searchText", "compareTexts", "contractFinalized", "downloadWord", "downloadShared"];

/** Word files, versions and the search over the texts of contracts. */
export const textSide: Omit<Side, "code"> = {
  needs: each("v1/srmCctContractRestful", names, readersOf("SrmCctContract")),
  calls: ({ kernel, files }) => new Texts(kernel, files).calls(),
  start: ({ kernel, files, gate }) => {
    answerWordFiles({ kernel, files });
    readySearch(kernel.db).catch((error: unknown) => gate.alarm("BACKGROUND", { error: String(error) }));
  },
};
