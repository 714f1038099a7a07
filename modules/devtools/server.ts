import type { Side } from "#kernel/server/install/side.ts";
import { datasourceCalls } from "./datasource.calls.ts";
import { favouriteCalls } from "./favourite.calls.ts";
import { generatorCalls } from "./generator.calls.ts";
import { followRefinements, modelCalls } from "./model.calls.ts";
import { schemaCalls } from "./schema.calls.ts";
import { project } from "./favourite-starter.entity.ts";
import { devtoolsNeeds } from "./needs.calls.ts";

/** Reading the database's own description, testing connections, generating declarations; and keeping the model refined in every process. */
export const devtoolsSide: Side = {
  code: "devtools",
  needs: devtoolsNeeds,
  ships: [
    {
      entity: project,
      key: ["projectCode"],
      version: "1",
      rows: () => [{ projectCode: "BASE", nameCn: "BASE SRM", nameEn: "BASE SRM", serviceBase: "srmServer", tablePrefix: "Base" }],
    },
  ],
  calls: ({ kernel, env, outside }) => [
    ...modelCalls(kernel),
    ...schemaCalls(kernel),
    ...datasourceCalls(kernel, env, outside),
    ...generatorCalls(kernel),
    ...favouriteCalls(kernel),
  ],
  start: ({ kernel }) => followRefinements(kernel),
};
