"""Reproducing the paper: experiments, engines, results, tables and figures."""
