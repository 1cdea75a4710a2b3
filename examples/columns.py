# SPDX-License-Identifier: Apache-2.0
# pyright: reportMissingImports=false
import colors
import numpy
import pandas
import polars
import pyarrow

names = colors.List(["pen", "ink", "pad"])
prices = colors.Array("float64", [1.5, 3, 2])
colors.repository("goods").set(colors.Dict({"name": names, "price": prices}))  # where other programs find them

rows = pandas.DataFrame({"name": names, "price": numpy.asarray(prices)}, copy=False)
columns = polars.DataFrame({"name": pyarrow.array(names), "price": pyarrow.array(prices)})
prices[0] = 4.5  # or another program does it, in Java for instance
print(rows["price"].sum(), columns["price"].sum(), columns["name"].to_list())
