import { anyone, each, onPages, onPage, pressersOf, type NeedsOf } from "#kernel/server/http/need.ts";

/** Who needs the calls of this area. */
export const devtoolsNeeds: NeedsOf = {
  "v1/baseTableModelRestful/refinements": anyone("labels and columns as every page shows them"),
  ...each(
    "v1/baseTableModelRestful",
    ["listModels", "findModel"],
    onPages("table_model", "projectAndModule", "devtoolsGeneratorCode", "databaseList"),
  ),
  ...each(
    "v1/informationSchemaRestful",
    ["listTableByPage", "listColumnByPage", "findTable"],
    onPages("databaseList", "devtoolsGeneratorCode"),
  ),
  "v1/baseDatasourceRestful/doTest": pressersOf("BaseDatasource", "btnTest"),
  "v1/baseGeneratorRest/generatorCode": onPage("devtoolsGeneratorCode", "btnPreview", "btnGenerate"),
  "v1/baseFavouriteRestful/starters": anyone("what a new desk of the caller's own role starts with"),
};
