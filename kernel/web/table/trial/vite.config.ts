import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The trial page of the table, served alone: `npx vite --config kernel/web/table/trial/vite.config.ts`. */
export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  publicDir: false,
  plugins: [react()],
  build: { target: "es2023", chunkSizeWarningLimit: 3000, reportCompressedSize: false },
});
