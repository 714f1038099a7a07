import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const databaseTests = "**/*.db.test.ts";
// Without a number Vitest leaves one core idle: half of a machine with two.
const cores = Math.min(availableParallelism(), 8);

// Without a memory of earlier runs Vitest begins with the longest texts. These are short and take minutes:
// last, each would keep one worker busy while the others have nothing left to do.
const takeLong = [
  "tests/simulation/purchase-database.test.ts",
  "modules/supplier/import-large.db.test.ts",
  "modules/base/import.db.test.ts",
  "tests/server/processes.test.ts",
  "tests/promises/killed.test.ts",
  "tests/promises/killed-backbone.test.ts",
  "tests/server/backup.test.ts",
  "tests/simulation/purchase.test.ts",
  "tests/promises/quick.test.ts",
  "tests/promises/excel.test.ts",
  "tests/journeys/walk.test.ts",
  "tests/journeys/walk-people.test.ts",
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = takeLong.findIndex((name) => moduleId.endsWith(name));
      return at === -1 ? takeLong.length : at;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

// Time limits catch what hangs, never what is slow on a busy machine.
export default defineConfig({
  test: {
    expect: { poll: { timeout: 30_000 } },
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["{kernel,modules,bridges,demo}/**/*.test.{ts,tsx}", "tests/house/**/*.test.ts"],
          exclude: [databaseTests],
          pool: "threads",
          isolate: false,
          maxWorkers: cores,
          sequence: { groupOrder: 0 },
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "server",
          include: ["{kernel,modules,bridges}/" + databaseTests, "tests/{promises,server,simulation}/**/*.test.ts"],
          globalSetup: "tests/support/database-server.ts",
          setupFiles: "tests/support/patience.ts",
          pool: "threads",
          isolate: false,
          maxWorkers: cores,
          sequence: { groupOrder: 1 },
          testTimeout: 300_000,
          hookTimeout: 600_000,
        },
      },
      {
        extends: true,
        test: {
          name: "browser",
          include: ["tests/journeys/**/*.test.ts"],
          setupFiles: ["tests/support/patience.ts", "tests/support/witness.ts"],
          globalSetup: ["tests/support/database-server.ts", "tests/support/browser-server.ts"],
          pool: "threads",
          maxWorkers: cores,
          sequence: { groupOrder: 2 },
          testTimeout: 400_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
});
