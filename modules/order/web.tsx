/** What pages of other areas draw with. */
export { postingChain } from "./parts/postingChain.tsx";
export { PostingSums } from "./parts/PostingSums.tsx";
