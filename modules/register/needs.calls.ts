import { pressersOf, type NeedsOf } from "#kernel/server/http/need.ts";

/** Who needs the calls of this area. */
export const registerNeeds: NeedsOf = {
  "v1/srmSupInfoRestful/refreshExternal": pressersOf("SrmSupInfo", "btnExternalRefresh"),
  "v1/srmSupRegisterRestful/lookUp": pressersOf("SrmSupRegister", "btnRecheck"),
};
