/** What pages of other areas draw with. */
export { PostingSums } from "./parts/PostingSums.tsx";
