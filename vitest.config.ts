import { defineConfig } from "vitest/config";

const databaseTests = "**/*.db.test.ts";

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["{kernel,modules,bridges}/**/*.test.{ts,tsx}", "tests/house/**/*.test.ts"],
          exclude: [databaseTests],
          pool: "threads",
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: "server",
          include: ["{kernel,modules,bridges}/" + databaseTests, "tests/{promises,server,simulation}/**/*.test.ts"],
          globalSetup: "tests/support/database-server.ts",
          pool: "threads",
          sequence: { groupOrder: 1 },
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "browser",
          include: ["tests/journeys/**/*.test.ts"],
          globalSetup: ["tests/support/database-server.ts", "tests/support/browser-server.ts"],
          pool: "threads",
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
