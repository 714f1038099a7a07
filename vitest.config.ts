import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const databaseTests = "**/*.db.test.ts";
// Without a number Vitest leaves one core idle: half of a machine with two.
const cores = Math.min(availableParallelism(), 8);

// Time limits catch what hangs, never what is slow on a busy machine.
export default defineConfig({
  test: {
    expect: { poll: { timeout: 30_000 } },
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
          testTimeout: 120_000,
          hookTimeout: 180_000,
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
          testTimeout: 180_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
