// An asset, since a bundle is CommonJS in which esbuild makes a call of require of each import().
module.exports = (url) => import(url)
