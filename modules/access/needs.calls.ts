import { anyone, each, pressersOf, readersOf, type NeedsOf } from "#kernel/server/http/need.ts";

/** Who needs the calls of this area. */
export const accessNeeds: NeedsOf = {
  ...each("baseSsoService", ["test", "testResult", "discover"], pressersOf("BaseSso", "btnTest", "btnSave")),
  "baseSsoService/setSecret": pressersOf("BaseSso", "btnSave"),
  "baseOauthService/rotateSecret": pressersOf("BaseOauthApp", "btnRotate"),
  "baseOauthService/embedToken": anyone("answers partner systems alone, never a person"),
  "baseApiService/importDefinition": pressersOf("BaseApi", "btnImportDef"),
  "baseApiService/exportDefinition": pressersOf("BaseApi", "btnExport"),
  "baseApiService/tryCall": pressersOf("BaseApi", "btnTry"),
  "baseApiService/explainGuard": readersOf("BaseApi"),
};
