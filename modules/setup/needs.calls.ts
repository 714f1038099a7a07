import { onPages, type NeedsOf } from "#kernel/server/http/need.ts";

/** The calls of the assistant belong to its page. */
const names = [
  ...["findState", "findChoices", "saveCompany", "savePlaces", "savePeople", "saveApproval", "saveGoods", "saveSupplier"],
  ...["saveFirstOrder", "doPublish", "doReceive", "doSkip"],
];

const bookNames = ["exportBook", "checkBook", "importBook"];

export const setupNeeds: NeedsOf = {
  ...Object.fromEntries(names.map((name) => [`v1/setupService/${name}`, onPages("setup")])),
  ...Object.fromEntries(bookNames.map((name) => [`v1/setupService/${name}`, onPages("masterWorkbook")])),
};
